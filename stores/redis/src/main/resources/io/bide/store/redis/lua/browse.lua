-- A page of the messages in one state, by score and member.
--
-- ARGV[4]  packed: B state, B 1 to show contents, I4 how many at most, I6 from and I6 to (which is not included)
--          for the message's time, B which part the cursor is in, i8 its score, and its member to the end (empty:
--          from the beginning). READY has two parts: 0 ended leases, 1 the others.
-- Answer: { packed B 1 if there is more, the cursor at which the page has stopped looking, messages }; a cursor is
--           packed B part, i8 score, member; each message (see look) has its own in front
--@include call
--@include entry
--@include content
--@include lives
T.begin(1000)

-- How many messages a page looks at besides those it may show.
--@define PATIENCE 1000
local state, bodies, limit, from, to, cursorPart, cursorScore, at = unpack('>BBI4I6I6Bi8', ARGV[4])
local cursorMember = sub(ARGV[4], at)
local patience = limit + PATIENCE
local page, cursor, more = {}, '', 0

local function timeOf(e)
  if e.ended then
    return e.endedAt
  end
  return e.leaseEnd ~= 0 and e.leaseEnd or E.standsAt(e)
end

-- The rank of the first entry after the cursor: a search by halves among those of the same score.
local function rankAfter(set)
  local score = string.format('%.0f', cursorScore)
  local low, high = call('ZCOUNT', set, '-inf', '(' .. score), call('ZCOUNT', set, '-inf', score)
  while low < high do
    local middle = floor((low + high) / 2)
    if call('ZRANGE', set, middle, middle)[1] <= cursorMember then
      low = middle + 1
    else
      high = middle
    end
  end
  return low
end

local function show(e)
  local time = timeOf(e)
  local judged = e.ended or now < E.deadline(e)
  if judged and time >= from and time < to then
    local shown = bodies == 1 and C.look(e) or C.view(e, {})
    table.insert(shown, 1, cursor)
    page[#page + 1] = shown
  end
end

-- Walks over the entries with scores from one to another, both included.
local function walk(part, set, least, most)
  if more == 1 or part < cursorPart then
    return
  end
  local rank = call('ZCOUNT', set, '-inf', '(' .. least)
  if part == cursorPart and cursorMember ~= '' then
    rank = max(rank, rankAfter(set))
  end
  while true do
    local entries = call('ZRANGE', set, rank, rank + 63, 'WITHSCORES')
    for i = 1, #entries, 2 do
      local score = tonumber(entries[i + 1])
      if score > most then
        return
      end
      if #page == limit or patience == 0 then
        more = 1
        return
      end
      cursor = pack('>Bi8', part, score) .. entries[i]
      show(L.find(meant, entries[i]))
      patience = patience - 1
    end
    if #entries < 128 then
      return
    end
    rank = rank + 64
  end
end

if meant.exists then
  local after = string.format('%.0f', now + 1)
  if state == WAITING then
    walk(0, T.key(meant, DUE), after, NEVER)
  elseif state == LEASED then
    walk(0, T.key(meant, LEASE), after, NEVER)
  elseif state == READY then
    walk(0, T.key(meant, LEASE), '-inf', now)
    walk(1, T.key(meant, DUE), '-inf', now)
  else
    walk(0, T.endedKey(meant, state), after, NEVER)
  end
end
return T.finish({ pack('>B', more), cursor, page })
