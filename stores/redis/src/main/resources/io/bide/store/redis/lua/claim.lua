-- Hands out what is due: the front, then ended leases and fresh messages by turns.
--
-- ARGV[4]    packed: I7 bytes left, B 1 if the first item is handed out whatever its size
-- ARGV[5..]  one request each, packed: I4 how many messages, I4 how many items of each, I6 lease in ms
--            (0: the message's own), I2 length and id (empty: any)
-- Answer: { packed B 1 if a limit ended it, I7 bytes left, B 1 if nothing was handed out,
--           { { packed I6 when to ask again, a message, ... }, ... } }   one for each request; see view
--           0 for never, otherwise the time plus one
--@include call
--@include plain
--@include long
T.begin(ON_THE_WAY)

--@define MOST_OF_A_PAGE 200
local bytesLeft, firstOfAll = unpack('>I7B', ARGV[4])
firstOfAll = firstOfAll == 1
local serving = meant.exists and not meant.paused
-- What goes on after an at-most-once claim has a later sequence; this call does not see it.
local newestSequence = meant.sequence
local full, died = false, 0
local taken = {}

local requests, wanted = {}, 0
for i = 5, #ARGV do
  local most, items, lease, id = unpack('>I4I4I6I2c0', ARGV[i])
  requests[i - 4] = { max = most, items = items, lease = lease, id = id }
  wanted = wanted + most
end
-- How much of an index is read at once: no more than can be handed out.
local page = min(wanted, MOST_OF_A_PAGE)

local function fits(s, at)
  local size = T.bodySize(s, at)
  if not firstOfAll and size > bytesLeft then
    return false
  end
  bytesLeft = bytesLeft - size
  firstOfAll = false
  return true
end

-- The first contents that fit into the bytes left; none if not even the first one does.
local function fitting(e, most)
  if not e.merged then
    local content = C.plainContent(e)
    return fits(content, 1) and { content } or {}
  end
  local contents = {}
  for _, item in ipairs(C.items(e, e.from, min(e.stop, e.from + most))) do
    local _, content = C.splitItem(item)
    if not fits(content, 1) then
      break
    end
    contents[#contents + 1] = content
  end
  return contents
end

local function handOut(e, request, out)
  local contents = fitting(e, min(request.items, e.per))
  if #contents == 0 then
    full = true
    return false
  end
  local t = e.t
  e.movable = e.movable or E.leaseOver(e)
  e.attempts = e.attempts + 1
  e.claimed = now
  t.fence = t.fence + 1
  t.dirty = true
  e.fence = t.fence
  local lease = request.lease ~= 0 and request.lease or (e.lease and T.millis(e.lease) or T.settings(t).lease)
  e.leaseEnd = up + lease
  e.handed = e.from + #contents
  e.ever = max(e.ever, e.handed)
  e.nextStart = e.stop
  e.nextDue = 0
  taken[E.member(e)] = true
  if T.settings(t).once then
    e.fence = 0
    L.finishLife(e, e.merged and e.handed or e.stop, DONE, BY_ACK, now)
    out[#out + 1] = C.view(e, contents)
  else
    local record = L.save(e)
    out[#out + 1] = C.view(e, e.content and {} or contents, record)
  end
  return true
end

local settings, gone = T.settings(meant), T.batch('ZREM', T.key(meant, DUE))
local leased, records = T.batch('ZADD', T.key(meant, LEASE)), T.batch('HSET', T.key(meant, NEWEST))

-- The short way of a plain message that waits; nothing if it is not plain, or this is its last attempt.
local function handOutPlain(name, request, out)
  local id = sub(name, 9)
  local record = P.record(id)
  local flags, most, at = P.read(record)
  if not flags or settings.once or sub(record, 5, 12) ~= sub(name, 1, 8) then
    return nil
  end
  local attempts, leaseEnd, content, _ = 0, 0, at, nil
  if band(flags, 32) ~= 0 then
    attempts, _, leaseEnd, _, content = unpack('>I4I8I6I6', record, at)
  end
  if leaseEnd ~= 0 or attempts + 1 >= most then
    return nil
  end
  if not fits(record, content) then
    full = true
    return false
  end
  local lease = request.lease ~= 0 and request.lease or (band(flags, 2) ~= 0 and T.millis(record, 29) or settings.lease)
  meant.fence, meant.dirty = meant.fence + 1, true
  record = pack('>BI3', 1, band(flags, 32) ~= 0 and flags or flags + 32) .. sub(record, 5, at - 1)
    .. pack('>I4I8I6I6', attempts + 1, meant.fence, up + lease, now) .. sub(record, content)
  meant.records[id] = record
  T.add(records, id, record)
  T.add(gone, name)
  T.add(leased, up + lease, name)
  T.ready(meant, up + lease)
  taken[name] = true
  out[#out + 1] = { pack('>BI2', LEASED, #id) .. id .. record }
  return true
end

-- Reads an index from its head, as it was when the call began: what was handed out is no longer there, and what
-- came since is skipped.
local function scan(index)
  return { set = T.key(meant, index), page = {}, at = 1, skipped = 0, complete = false }
end

local function fill(s)
  local limit = page + s.skipped
  T.flush()
  s.page = call('ZRANGEBYSCORE', s.set, '-inf', now, 'WITHSCORES', 'LIMIT', 0, limit)
  s.at, s.skipped, s.complete = 1, 0, #s.page < 2 * limit
  local names = {}
  for i = 1, #s.page, 2 do
    names[#names + 1] = s.page[i]
  end
  T.fetchNamed(meant, names, #names)
end

-- The member and score at which the scan stands, if there is one.
local function peek(s)
  while true do
    local name = s.page[s.at]
    if not name then
      if s.complete then
        return nil
      end
      fill(s)
    elseif taken[name] then
      s.at = s.at + 2
    elseif unpack('>I8', name) > newestSequence then
      s.at, s.skipped = s.at + 2, s.skipped + 1
    else
      return name, tonumber(s.page[s.at + 1])
    end
  end
end

local due, leases = scan(DUE), scan(LEASE)

-- The long way: the message is handed out, or dead.
local function handOutOrBury(name, request, out)
  local e = L.find(meant, name)
  if now < E.deadline(e) then
    return handOut(e, request, out)
  end
  taken[name] = true
  L.dieOfTime(e)
  died = died + 1
  full = died >= ON_THE_WAY
  return true
end

-- Takes until there are so many; either all or only what is at the front.
local function take(s, request, upTo, onlyFront, out)
  while not full and #out < upTo do
    local name, score = peek(s)
    if not name or (onlyFront and score >= 0) then
      return
    end
    local done = handOutPlain(name, request, out)
    if done == nil then
      done = handOutOrBury(name, request, out)
    end
    if not done then
      return
    end
    s.at = s.at + 2
  end
end

local function serve(request)
  local out = {}
  take(due, request, request.max, true, out)
  local places = request.max - #out
  if full or places == 0 then
    return out
  end
  local isFresh, isOver = peek(due), peek(leases)
  if places == 1 and isFresh and isOver then
    take(meant.freshTurn and due or leases, request, #out + 1, false, out)
    if #out == request.max then
      meant.freshTurn, meant.dirty = not meant.freshTurn, true
    end
    return out
  end
  take(leases, request, isFresh and #out + floor(places / 2) or request.max, false, out)
  take(due, request, request.max, false, out)
  take(leases, request, request.max, false, out)
  return out
end

local function serveId(request)
  local out = {}
  local e = not full and L.live(meant, request.id)
  if e and e.sequence <= newestSequence and E.stateOf(e) == READY then
    handOut(e, request, out)
  end
  return out
end

local function whenReady(id)
  local e = serving and L.live(meant, id)
  if not e then
    return 0
  end
  return max(e.leaseEnd ~= 0 and e.leaseEnd or e.position, 0) + 1
end

-- When something becomes ready, or a notice may come; claimers are told, and the topic knows what they know.
local function whenAnyReady()
  if meant.exists and meant.paused then
    return 0
  end
  local at = NEVER
  if meant.exists then
    at = max(min(T.first(T.key(meant, DUE)), T.first(T.key(meant, LEASE))), 0)
    if at ~= meant.announced then
      meant.announced, meant.dirty = at, true
    end
  end
  if meant == notices and source.exists and T.settings(source).notices then
    local death = T.first(T.key(source, MORTAL))
    if death ~= source.announcedDeath then
      source.announcedDeath, source.dirty = death, true
    end
    at = min(at, death)
  end
  return at == NEVER and 0 or at + 1
end

local grants = {}
for i, request in ipairs(requests) do
  grants[i] = serving and (request.id == '' and serve(request) or request.id ~= '' and serveId(request)) or {}
end
local any
for i, request in ipairs(requests) do
  local at
  if request.id ~= '' then
    at = whenReady(request.id)
  else
    any = any or whenAnyReady()
    at = any
  end
  table.insert(grants[i], 1, pack('>I6', at))
end
return T.finish({ pack('>BI7B', full and 1 or 0, max(bytesLeft, 0), firstOfAll and 1 or 0), grants })
