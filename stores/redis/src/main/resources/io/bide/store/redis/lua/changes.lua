-- Changes of the newest records and of the ordered sets are collected and sent together: to call Redis costs more
-- than all that is done with a message otherwise. Whoever reads an ordered set sends first what has been collected;
-- records are read in t.records, where false means that there is none.

-- Puts a member of an ordered set where it belongs, or takes it out if there is no score.
function T.place(t, which, name, score)
  local moved = t.moved[which]
  if not moved then
    moved = {}
    t.moved[which] = moved
  end
  moved[name] = score or false
  t.collected = true
end

-- Writes the newest record of an id, or removes it if there is none.
function T.record(t, id, record)
  t.records[id], t.touched[id] = record or false, true
  t.collected = true
end

-- Sends a command in parts that fit on the stack.
function T.send(command, key, all)
  for i = 1, #all, 1000 do
    call(command, key, spread(all, i, min(#all, i + 999)))
  end
end

function T.flushSet(key, moved)
  local gone, placed = {}, {}
  for name, score in pairs(moved) do
    if score then
      placed[#placed + 1] = score
      placed[#placed + 1] = name
    else
      gone[#gone + 1] = name
    end
  end
  T.send('ZREM', key, gone)
  T.send('ZADD', key, placed)
end

function T.flushRecords(t)
  local gone, set = {}, {}
  for id in pairs(t.touched) do
    local record = t.records[id]
    if record then
      set[#set + 1] = id
      set[#set + 1] = record
    else
      gone[#gone + 1] = id
    end
  end
  T.send('HDEL', T.key(t, NEWEST), gone)
  T.send('HSET', T.key(t, NEWEST), set)
end

-- Sends what has been collected.
function T.flush()
  for _, t in ipairs({ source, notices or nil }) do
    if t.collected then
      T.open()
      for which, moved in pairs(t.moved) do
        T.flushSet(KEYS[t.base + which], moved)
      end
      T.flushRecords(t)
      t.moved, t.touched, t.collected = {}, {}, false
    end
  end
end

-- Reads the newest records of many ids at once.
function T.fetch(t, ids)
  for first = 1, #ids, 500 do
    local last = min(#ids, first + 499)
    for i, record in ipairs(call('HMGET', T.key(t, NEWEST), spread(ids, first, last))) do
      local id = ids[first + i - 1]
      if t.records[id] == nil then
        t.records[id] = record
      end
    end
  end
end

-- Reads the newest records of the first so many that an index names.
function T.fetchNamed(t, names, count)
  local ids = {}
  for i = 1, count do
    ids[i] = sub(names[i], 9)
  end
  T.fetch(t, ids)
end
