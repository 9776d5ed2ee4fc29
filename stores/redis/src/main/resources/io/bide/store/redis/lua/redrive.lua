-- Brings dead letters back to life.
--
-- ARGV[4]  packed: B state, I4 how many at most, I6 and I4 when the first is due from now, I6 and I4 how much later
--          each further one is (seconds and nanoseconds), I4 how many were redriven by the calls before,
--          i8 score of the cursor, and its member to the end (empty: from the beginning)
-- ARGV[5]  only the newest of this id (empty: all)
-- Answer: { packed I4 how many are alive again, the cursor (packed i8 score, member) or '' at the end,
--           ids that are in conflict }
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

local state, limit, startSeconds, startNanos, seconds, nanos, before, cursorScore, at =
  unpack('>BI4I6I4I6I4I4i8', ARGV[4])
local cursorMember = sub(ARGV[4], at)
local redriven, conflicts = 0, {}

-- In whole numbers that a double holds exactly.
local function dueOf(index)
  local spaced = nanos * index
  local whole = startSeconds + seconds * index + floor(spaced / 1000000000)
  local rest = startNanos + spaced % 1000000000
  return up + whole * 1000 + ceil(rest / 1000000)
end

-- The items move to a chain of their own, to which more can be added; their tokens go with them.
local function moveItems(dead, again)
  for i, item in ipairs(C.items(dead, dead.from, dead.stop)) do
    local token, content = C.splitItem(item)
    C.putItem(again, i - 1, token, content)
    local known = token ~= '' and call('HGET', T.key(meant, MORE), C.tokenField(dead.id, token))
    if known then
      call('HSET', T.key(meant, MORE), C.tokenField(dead.id, token), pack('>I8I4', again.chain, i - 1) .. sub(known, 13))
    end
    call('HDEL', T.key(meant, MORE), C.itemField(dead.chain, dead.from + i - 1))
  end
  again.merged, again.raw, again.per = true, dead.raw, dead.per
  again.stop = dead.stop - dead.from
  again.nextStart = again.stop
end

local function revive(dead)
  if dead.dropped or L.live(meant, dead.id) then
    conflicts[#conflicts + 1] = dead.id
    return
  end
  L.leaveIndexes(dead)
  local due = dueOf(before + redriven)
  local again = E.fresh(meant, dead.id, dead.created, dead.firstItem, due, due)
  again.max = dead.max
  again.ttl, again.lease, again.backoff, again.attributes = dead.ttl, dead.lease, dead.backoff, dead.attributes
  if dead.merged then
    moveItems(dead, again)
  else
    if dead.hashed then
      C.dropToken(dead, 0, dead.token)
    end
    again.token, again.digest, again.how, again.tokenDue = dead.token, dead.digest, dead.how, dead.tokenDue
    C.putContent(again, C.plainContent(dead))
    C.dropContent(dead)
  end
  L.unlink(dead)
  L.start(again, L.newest(meant, dead.id))
  redriven = redriven + 1
end

-- The entries after the cursor, one more than the limit to see whether there is more.
local function asked(set)
  local least = string.format('%.0f', cursorMember == '' and now + 1 or max(cursorScore, now + 1))
  local found, offset = {}, 0
  while #found <= limit do
    local entries = call('ZRANGEBYSCORE', set, least, '+inf', 'WITHSCORES', 'LIMIT', offset, limit + 1)
    for i = 1, #entries, 2 do
      local score = tonumber(entries[i + 1])
      if cursorMember == '' or score > cursorScore or (score == cursorScore and entries[i] > cursorMember) then
        found[#found + 1] = { entries[i], score }
      end
    end
    if #entries < 2 * (limit + 1) then
      break
    end
    offset = offset + limit + 1
  end
  return found
end

local cursor = ''
if meant.exists and ARGV[5] ~= '' then
  local _, newestOfId = L.live(meant, ARGV[5])
  local ended = L.remembered(newestOfId)
  if ended and ended.ended == state then
    revive(ended)
  end
elseif meant.exists then
  local found = asked(T.endedKey(meant, state))
  for i = 1, min(#found, limit) do
    revive(L.find(meant, found[i][1]))
  end
  if #found > limit then
    cursor = pack('>i8', found[limit][2]) .. found[limit][1]
  end
end
return T.finish({ pack('>I4', redriven), cursor, conflicts })
