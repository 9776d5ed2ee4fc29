-- How messages are found, and how they end: with a record that is remembered, a notice if the topic asks for
-- one, and what remains of a merged message.
--
-- The newest message of an id is in NEWEST under the id. Older ones, all ended, are in MORE under 'o' and their
-- sequence (I8); 'older' and 'newer' make them a list, so that any of them can be forgotten by looking at its
-- neighbours alone.
--
--@define MOST_ITEMS 1000
-- Deaths in the reply: packed B whose (1 the topic, 2 its notices), B state, B cause, I6 when, I4 attempts, id.

function L.oldField(sequence)
  return 'o' .. pack('>I8', sequence)
end

function L.newest(t, id)
  local stored = t.records[id]
  if stored == nil then
    stored = call('HGET', T.key(t, NEWEST), id)
    t.records[id] = stored
  end
  return stored and E.decode(t, id, stored)
end

-- The older message of an id with this sequence.
function L.old(t, id, sequence)
  local stored = sequence ~= 0 and call('HGET', T.key(t, MORE), L.oldField(sequence))
  return stored and E.decode(t, id, stored)
end

-- The message that an index speaks of.
function L.find(t, indexMember)
  local sequence, at = unpack('>I8', indexMember)
  local id = sub(indexMember, at)
  local e = L.newest(t, id)
  if e and e.sequence == sequence then
    return e
  end
  return L.old(t, id, sequence)
    or T.corrupt('an index of topic ' .. t.name .. ' names message ' .. id .. ', which is missing')
end

-- Writes the record alone, and answers it.
function L.store(e)
  local record = E.encode(e)
  T.open()
  if e.newer == 0 then
    T.record(e.t, e.id, record)
  else
    call('HSET', T.key(e.t, MORE), L.oldField(e.sequence), record)
  end
  return record
end

-- Writes the record, which is the answer, and moves it in the indexes to where it belongs. Scores are below 2^48:
-- Redis writes such numbers out with all their digits.
function L.save(e)
  T.open()
  local t, name = e.t, E.member(e)
  local index, score, deadAt = E.place(e)
  if e.index and e.index ~= index then
    T.place(t, e.index, name)
  end
  if e.index ~= index or e.score ~= score then
    T.place(t, index, name, score)
    if e.ended then
      T.forgetFrom(t, score)
    else
      T.ready(t, score)
    end
  end
  if deadAt == NEVER and e.deadAt ~= NEVER then
    T.place(t, MORTAL, name)
  elseif deadAt ~= e.deadAt then
    T.place(t, MORTAL, name, deadAt)
    T.mortal(t, deadAt)
  end
  e.index, e.score, e.deadAt = index, score, deadAt
  return L.store(e)
end

-- Starts the life of a new message, after what was the newest of its id.
function L.start(e, before)
  if before then
    e.older = before.sequence
    before.newer = e.sequence
    if before.token and not before.hashed then
      before.hashed = true
      C.putToken(before, 0, before.token, before.digest, before.how, before.created, before.tokenDue, 1)
    end
    L.store(before)
  end
  L.save(e)
end

-- Takes a message out of the list of its id, and its record away.
function L.unlink(e)
  local t = e.t
  local before = L.old(t, e.id, e.older)
  if e.newer ~= 0 then
    local after = L.newest(t, e.id)
    if not after or after.sequence ~= e.newer then
      after = L.old(t, e.id, e.newer)
    end
    after.older = e.older
    L.store(after)
    call('HDEL', T.key(t, MORE), L.oldField(e.sequence))
    if before then
      before.newer = e.newer
      L.store(before)
    end
  elseif before then
    call('HDEL', T.key(t, MORE), L.oldField(before.sequence))
    before.newer = 0
    L.store(before)
  else
    T.record(t, e.id)
  end
end

function L.leaveIndexes(e)
  T.open()
  if e.index then
    T.place(e.t, e.index, E.member(e))
  end
  if e.deadAt ~= NEVER then
    T.place(e.t, MORTAL, E.member(e))
  end
  e.index, e.deadAt = nil, NEVER
end

-- Removes a message and everything that belongs to it.
function L.forget(e)
  L.leaveIndexes(e)
  if e.merged then
    C.dropItems(e, e.from, e.stop)
  else
    C.dropContent(e)
    e.dropped = true
    if e.hashed then
      C.dropToken(e, 0, e.token)
    end
  end
  L.unlink(e)
end

-- Keeps an ended message for as long as the topic says.
function L.remember(e)
  local s = T.settings(e.t)
  local asDead = e.ended == DEAD or (e.ended == EXPIRED and s.notices)
  e.leaseEnd = 0
  e.forgetAt = e.endedAt + (asDead and s.deadRetention or s.retention)
  if not (s.keep or asDead) then
    e.dropped = true
    if not e.merged then
      C.dropContent(e)
    end
  end
  if e.forgetAt <= now then
    L.forget(e)
    return false
  end
  L.save(e)
  return true
end

-- Copies bodies or items, the latter into a chain of their own.
function L.copyContent(from, to)
  to.merged, to.raw = from.merged, from.raw
  if not from.merged then
    C.putContent(to, C.plainContent(from))
    return
  end
  to.chain = to.sequence
  to.stop = from.stop - from.from
  to.nextStart = to.stop
  for n = 0, to.stop - 1, 500 do
    local stop = min(to.stop, n + 500)
    for i, item in ipairs(C.items(from, from.from + n, from.from + stop)) do
      local _, content = C.splitItem(item)
      C.putItem(to, n + i - 1, '', content)
    end
  end
end

function L.attribute(name, value)
  return pack('>I2', #name) .. name .. pack('>I4', #value) .. value
end

function L.notice(dead)
  if not T.givesNotices(dead.t) then
    return
  end
  T.open()
  T.create(notices)
  local at = dead.endedAt
  local e = E.fresh(notices, dead.id .. '#' .. string.format('%.0f', dead.sequence), at, at, at, at)
  e.attributes = (dead.attributes or '') .. L.attribute('bide.id', dead.id)
    .. L.attribute('bide.cause', dead.cause == BY_TTL and 'TTL' or 'ATTEMPTS')
    .. L.attribute('bide.state', string.upper(dead.ended == DEAD and 'dead' or 'expired')) .. L.attribute('bide.attempts', string.format('%.0f', dead.attempts))
  L.copyContent(dead, e)
  L.start(e, L.newest(notices, e.id))
end

-- What goes on of a merged message when its items before 'taken' have ended at that time.
function L.remainder(e, taken, at, dueNow)
  if taken >= e.stop then
    return nil
  end
  local isNext = e.leaseEnd ~= 0 and at < e.leaseEnd and taken >= e.nextStart
  local due = dueNow
  if isNext then
    due = e.nextDue
  elseif E.movedAfterLease(e) and not E.atFront(e) then
    due = e.position
  end
  local from = max(taken, e.from)
  return setmetatable({
    t = e.t, id = e.id, created = at, due = due, position = due, max = e.max,
    ttl = e.ttl, lease = e.lease, backoff = e.backoff, attributes = e.attributes,
    merged = true, raw = e.raw, per = e.per, chain = e.chain, from = from, handed = from, ever = from,
    nextStart = e.stop, stop = e.stop, firstItem = isNext and e.nextFirst or e.firstItem,
  }, E.BLANK)
end

-- Ends the items before 'taken'; the others go on as a new message of the same id.
function L.finishLife(e, taken, state, cause, at)
  local dies = state == DEAD or state == EXPIRED
  local rest = L.remainder(e, taken, at, dies and at or up)
  e.stop = max(taken, e.from)
  e.ended, e.cause, e.endedAt = state, cause, at
  if dies then
    L.notice(e)
  end
  local kept = L.remember(e)
  if rest then
    rest.sequence = T.nextSequence(e.t)
    L.start(rest, kept and e or L.newest(e.t, e.id))
  end
end

function L.die(e, state, cause, at)
  local taken = (state == EXPIRED or not e.merged) and e.stop or e.ever
  deaths[#deaths + 1] = pack('>BBBI6I4', e.t == source and 1 or 2, state, cause, at, e.attempts) .. e.id
  L.finishLife(e, taken, state, cause, at)
end

-- Writes down a death or expiry that time has brought.
function L.dieOfTime(e)
  local cause = e.leaseEnd ~= 0 and e.attempts >= e.max and BY_ATTEMPTS or BY_TTL
  L.die(e, e.attempts == 0 and EXPIRED or DEAD, cause, E.deadline(e))
end

-- The live message of an id, and the newest one whatever it is; a death that is true is written down first.
function L.live(t, id)
  while true do
    local e = L.newest(t, id)
    if not e or e.ended then
      return nil, e
    end
    if now < E.deadline(e) then
      return e, e
    end
    L.dieOfTime(e)
  end
end

-- The newest ended message of an id that is still remembered, given its newest one.
function L.remembered(e)
  while e and not E.isRemembered(e) do
    e = L.old(e.t, e.id, e.older)
  end
  return e
end

-- Writes down the deaths that have become true, in their order; answers how many.
function L.recordDeaths(t, budget)
  local died = 0
  while now >= t.mortalFrom and died < budget do
    T.flush()
    local head = call('ZRANGE', T.key(t, MORTAL), 0, 0, 'WITHSCORES')
    t.mortalFrom, t.dirty = head[2] and tonumber(head[2]) or NEVER, true
    if t.mortalFrom <= now then
      L.dieOfTime(L.find(t, head[1]))
      died = died + 1
    end
  end
  return died
end

-- Forgets an ended message, or part of one that has very many items; answers whether it is gone.
function L.forgetSome(e)
  if e.merged and e.stop - e.from > MOST_ITEMS then
    T.open()
    C.dropItems(e, e.stop - MOST_ITEMS, e.stop)
    e.stop = e.stop - MOST_ITEMS
    L.store(e)
    return false
  end
  L.forget(e)
  return true
end

-- Whether the ended message of that name is this record and nothing else: no items (64), no other of its id (2048), no
-- large body (4096), no token of its own (65536). That is so of most, and seen from its bytes.
function L.isAlone(record, name)
  if not record or #record < 28 then
    return false
  end
  local version, flags, _, _, _, sequence = unpack('>BI3I4I6I6I8', record, #record - 27)
  return version == VERSION and band(flags, 72256) == 512 and unpack('>I8', name) == sequence
end

-- Forgets ended messages whose retention is over; answers how many.
function L.forgetEnded(t, budget)
  local forgotten, from = 0, NEVER
  for state = DONE, CANCELLED do
    local set = T.endedKey(t, state)
    local over = call('ZRANGEBYSCORE', set, '-inf', now, 'LIMIT', 0, budget - forgotten)
    T.fetchNamed(t, over, #over)
    for _, name in ipairs(over) do
      local id = sub(name, 9)
      if L.isAlone(t.records[id], name) then
        T.record(t, id)
        T.place(t, state + 3, name)
      elseif not L.forgetSome(L.find(t, name)) then
        break
      end
      forgotten = forgotten + 1
    end
    from = min(from, T.first(set))
  end
  t.forgetFrom, t.dirty = from, true
  return forgotten
end
