-- Hands out what is due: the front, then ended leases and fresh messages by turns.
--
-- ARGV[4]    packed: I7 bytes left, B 1 if the first item is handed out whatever its size
-- ARGV[5..]  one request each, packed: I4 how many messages, I4 how many items of each, I6 lease in ms
--            (0: the message's own), I2 length and id (empty: any)
-- Answer: { packed B 1 if a limit ended it, I7 bytes left, B 1 if nothing was handed out,
--           { { packed I6 when to ask again, messages ... }, ... } }   one for each request; 0 for never, otherwise the
--           time plus one. A message is a list (see view), or if it is plain its name in the index and its record.
--@include plain
--@define MOST_AT_ONCE 1000
local bytesLeft, isFirst = parse('>I7B', ARGV[4])
local grants, requests, wanted = {}, {}, 0
for i = 5, #ARGV do
  local most, items, lease, id = parse('>I4I4I6I2c0', ARGV[i])
  requests[i - 4], grants[i - 4] = { max = most, items = items, lease = lease, id = id }, { false }
  wanted = wanted + most
  plain = plain and id == ''
end

-- Paused, at most once and ended leases are for the long way.
local leaseHead = plain and band(stateFlags, 2) == 0 and band(settingFlags, 8) == 0
  and call('ZRANGE', KEYS[LEASE], 0, 0, 'WITHSCORES')
local firstLease = leaseHead and tonumber(leaseHead[2] or NEVER) or 0
if firstLease > now then
  local page = math.min(wanted, MOST_AT_ONCE)
  -- One more, to know whether there is something left.
  local names = call('ZRANGEBYSCORE', KEYS[DUE], '-inf', now, 'LIMIT', 0, page + 1)
  local ids, newest, count = {}, nil, math.min(#names, page)
  for i = 1, count do
    ids[i] = sub(names[i], 9)
  end
  if count > 0 then
    newest = call('HMGET', KEYS[NEWEST], spread(ids))
  end
  local topicLease = leaseSeconds * 1000 + math.ceil(leaseNanos / 1000000)
  local records, places, mortals, taken, full, over = {}, {}, {}, 0, false, false
  local earliest, lastEnd, score, lastStop, format = NEVER, nil, nil, nil, nil
  for r, request in ipairs(requests) do
    local grant, has = grants[r], 1
    while request.max > 0 and taken < count and not full and not over do
      local i = taken + 1
      local name, record = names[i], newest[i]
      local length = record and #record or 0
      over = true
      if length >= 28 then
        local version, flags, most, created, due, number = parse('>BI3I4I6I6I8', record, length - 27)
        local tries, leaseEnd, stop = 0, 0, length - 28
        if band(flags, 32) ~= 0 and length >= 52 then
          tries, _, leaseEnd = parse('>I4I8I6', record, length - 51)
          stop = length - 52
        end
        local content = contentAt(record, flags)
        if version == VERSION and band(flags, NOT_PLAIN) == 0 and leaseEnd == 0 and tries + 1 < most
          and parse('>I8', name) == number and content <= stop then
          local kind, typeLength = record:byte(content, content + 1)
          local bytes = stop - content + 1 - (kind == 0 and 2 + typeLength or 1)
          local expiry = expiryOf(record, flags, due)
          -- Who waits for notices is told of the next death by the long way.
          over = now >= expiry or (expiry ~= NEVER and not quiet)
          full = not over and isFirst == 0 and bytes > bytesLeft
          if not over and not full then
            local lease = request.lease
            if lease == 0 then
              lease = topicLease
              if band(flags, 2) ~= 0 then
                local seconds, nanos = parse('>I6I4', record, band(flags, HAS_TTL) == 0 and 1 or 11)
                lease = seconds * 1000 + math.ceil(nanos / 1000000)
              end
            end
            local leaseEnd = up + lease
            if leaseEnd ~= lastEnd then
              lastEnd, score, earliest = leaseEnd, string.format('%d', leaseEnd), math.min(earliest, leaseEnd)
            end
            bytesLeft, isFirst, fence = bytesLeft - bytes, 0, fence + 1
            if stop ~= lastStop then
              -- As many bytes of the old record, so that no string is made of them.
              lastStop, format = stop, '>c' .. stop .. 'I4I8I6I6BI3I4I6I6I8'
            end
            record = pack(format, record, tries + 1, fence, leaseEnd, now, VERSION,
              flags + (stop == length - 28 and 32 or 0), most, created, due, number)
            records[2 * i - 1], records[2 * i] = ids[i], record
            places[2 * i - 1], places[2 * i] = score, name
            if expiry < leaseEnd then
              -- Nothing dies while it is leased.
              mortals[#mortals + 1] = score
              mortals[#mortals + 1] = name
            end
            grant[has + 1], grant[has + 2] = name, record
            has, taken, request.max = has + 2, i, request.max - 1
          end
        end
      end
    end
  end
  if taken > 0 then
    -- The first write is one that Redis accepts when it is full.
    call('ZREM', KEYS[DUE], spread(names, 1, taken))
    call('ZADD', KEYS[LEASE], spread(places))
    call('HSET', KEYS[NEWEST], spread(records))
    if mortals[1] then
      call('ZADD', KEYS[MORTAL], spread(mortals))
    end
  end
  over = over or (taken == page and page < wanted) or (taken == 0 and mustWrite == 1)
  local wake, at = earliest < announced, nil
  if over then
    at = wake and earliest or announced
  elseif taken < #names then
    at = now
  else
    at = math.min(tonumber(call('ZRANGE', KEYS[DUE], 0, 0, 'WITHSCORES')[2] or NEVER), firstLease, earliest)
  end
  if taken == 0 and at ~= announced then
    call('HDEL', KEYS[MORE], '')
  end
  if taken > 0 or at ~= announced then
    call('SETRANGE', KEYS[STATE], NUMBERS_AT, pack('>I8I8I6', sequence, fence, at))
  end
  if wake or (watched and taken > 0) then
    tell(earliest)
  end
  if not over then
    local ask = pack('>I6', at == NEVER and 0 or at + 1)
    for r = 1, #grants do
      grants[r][1] = ask
    end
    return {
      pack('>I7B', micros, 0), {},
      { pack('>BI7B', full and 1 or 0, math.max(bytesLeft, 0), isFirst), grants },
    }
  end
end

-- The long way of what is still asked for.
local function general(requests, grants, bytesLeft, isFirst)
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

--@define MOST_OF_A_PAGE 200
local firstOfAll = isFirst == 1
local serving = meant.exists and not meant.paused
-- What goes on after an at-most-once claim has a later sequence; this call does not see it.
local newestSequence = meant.sequence
local full, died = false, 0
local taken = {}

-- How much of an index is read at once: no more than can be handed out.
local page = 0
for _, request in ipairs(requests) do
  page = min(page + request.max, MOST_OF_A_PAGE)
end

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

-- The message is handed out, or dead.
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
    if not handOutOrBury(name, request, out) then
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

for i, request in ipairs(requests) do
  local views = serving and (request.id == '' and serve(request) or request.id ~= '' and serveId(request)) or {}
  for _, view in ipairs(views) do
    table.insert(grants[i], view)
  end
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
  grants[i][1] = pack('>I6', at)
end
return T.finish({ pack('>BI7B', full and 1 or 0, max(bytesLeft, 0), firstOfAll and 1 or 0), grants })
end

return general(requests, grants, bytesLeft, isFirst)
