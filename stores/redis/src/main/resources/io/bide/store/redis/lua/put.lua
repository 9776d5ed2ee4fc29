-- Stores messages: new ones, in place of others, or merged into them.
--
-- ARGV[4]  packed: B 1 if the ids differ from each other, and for each put: B mode (0 reject, 1 replace, 2 merge; 4 more if
--          the put itself is plain), B flags, B kind of due time and I6 its value (see resolve), I4 max attempts (0: the
--          topic's)
-- ARGV[5..]  the ids, then for each put what its message consists of: merged, I2 items per claim and by the flag 32 I6
--            longest wait in ms; by the flags: 1 ttl, 2 lease (durations), 4 I2 length and backoff, 8 I4 length and
--            attributes, 16 B length and token and 16 bytes digest; and the content to the end. Further flags: 64 raw, 128
--            the due time moves
-- Answer: for each put, in order
--   1   new, now, due as the put says
--   packed B 1 new, 2 replaced, 3 merged, I6 created, I6 due, I4 items
--   packed B 5   the token was used before with other content
--   packed B 6   the message has too many items already
--   a message (see look)   it is a duplicate of that one
--@include plain
--@define PLAIN 4
local answers, first, count = {}, 1, (#ARGV - 4) / 2
local distinct, at = parse('>B', ARGV[4])
if plain and distinct == 1 and band(settingFlags, 1) == 0 then
  local known = call('HMGET', KEYS[NEWEST], spread(ARGV, 5, 4 + count))
  local firstItem = up == now and 0 or 16384
  local records, places, mortals, size, earliest, firstDeath = {}, {}, {}, 0, NEVER, NEVER
  local lastDue, lastMost, lastFlags, lead, score, lastExpiry, deathScore
  for i = 1, count do
    local mode, flags, kind, value, most
    mode, flags, kind, value, most, at = parse('>BBBI6I4', ARGV[4], at)
    -- Who waits for notices is told of the next death by the long way.
    if mode < PLAIN or known[i] or (band(flags, HAS_TTL) ~= 0 and not quiet) then
      break
    end
    local due = kind == 0 and up + value or math.max(up, value)
    if due ~= lastDue or most ~= lastMost or flags ~= lastFlags then
      lastDue, lastMost, lastFlags, score = due, most, flags, string.format('%d', due)
      lead = pack('>BI3I4I6I6', VERSION, flags + firstItem, most ~= 0 and most or attempts, now, due)
      earliest = math.min(earliest, due)
    end
    sequence = sequence + 1
    local id, sent = ARGV[4 + i], ARGV[4 + count + i]
    local name, expiry = pack('>I8c0', sequence, id), expiryOf(sent, flags, due)
    records[size + 1], records[size + 2] = id, pack('>c0c0I8', sent, lead, sequence)
    places[size + 1], places[size + 2] = score, name
    if expiry ~= NEVER then
      if expiry ~= lastExpiry then
        lastExpiry, deathScore, firstDeath = expiry, string.format('%d', expiry), math.min(firstDeath, expiry)
      end
      mortals[#mortals + 1] = deathScore
      mortals[#mortals + 1] = name
    end
    size, first, answers[i] = size + 2, i + 1, 1
  end
  if size > 0 then
    -- The first write of a put is one that Redis refuses when it is full, before anything has happened.
    call('HSET', KEYS[NEWEST], spread(records))
    call('ZADD', KEYS[DUE], spread(places))
    if mortals[1] then
      call('ZADD', KEYS[MORTAL], spread(mortals))
    end
    if firstDeath < mortalFrom then
      call('SETRANGE', KEYS[STATE], MORTAL_FROM_AT, pack('>I6', firstDeath))
    end
    local wake = earliest < announced
    call('SETRANGE', KEYS[STATE], NUMBERS_AT, pack('>I8I8I6', sequence, fence, wake and earliest or announced))
    if wake or watched then
      tell(earliest)
    end
  end
  if first > count then
    return { pack('>I7B', micros, 0), {}, answers }
  end
end

-- The long way of the puts from the first one that is not answered.
local function general(first, answers)
--@include call
--@include entry
--@include content
--@include lives
--@define NEW 1
--@define IN_PLACE 2
--@define MERGED 3
--@define MISMATCH 5
--@define TOO_MANY 6
--@define REPLACE 1
--@define MERGE 2
--@define MAX_ITEMS 100000

-- The first write of a put is one that Redis refuses when it is full, before anything has happened.
T.create(meant)
call('SET', T.key(meant, STATE), T.encodeTopic(meant))
opened = true
T.begin(ON_THE_WAY)

-- The tables of a put and of its message are made with all their fields at once: to add them one by one would cost
-- more than everything else.
local count = (#ARGV - 4) / 2
local function read(i)
  local mode, flags, kind, value, attempts = unpack('>BBBI6I4', ARGV[4], 13 * i - 11)
  local packed, at = ARGV[4 + count + i], 1
  local p = {
    id = ARGV[4 + i], mode = mode % 4, kind = kind, value = value, attempts = attempts,
    raw = band(flags, 64) ~= 0, moves = band(flags, 128) ~= 0, content = false,
  }
  if p.mode == MERGE then
    p.per, at = unpack('>I2', packed)
    if band(flags, 32) ~= 0 then
      p.longest, at = unpack('>I6', packed, at)
    end
  end
  if band(flags, 1) ~= 0 then
    p.ttl, at = sub(packed, at, at + 9), at + 10
  end
  if band(flags, 2) ~= 0 then
    p.lease, at = sub(packed, at, at + 9), at + 10
  end
  if band(flags, 4) ~= 0 then
    p.backoff, at = unpack('>I2c0', packed, at)
  end
  if band(flags, 8) ~= 0 then
    p.attributes, at = unpack('>I4c0', packed, at)
  end
  if band(flags, 16) ~= 0 then
    p.token, at = unpack('>Bc0', packed, at)
    p.digest, at = sub(packed, at, at + 15), at + 16
  end
  p.content = sub(packed, at)
  return p
end

local function stored(how, created, due, count)
  return pack('>BI6I6I4', how, created, due, count)
end

-- The first answer to this put, if it has been here before.
local function answered(p, newestOfId)
  local e = newestOfId
  if e and e.token == p.token and (not e.ended or E.isRemembered(e)) then
    return e.digest == p.digest and stored(e.how, e.created, e.tokenDue, 1) or pack('>B', MISMATCH)
  end
  local known = e and call('HGET', T.key(meant, MORE), C.tokenField(p.id, p.token))
  if not known then
    return nil
  end
  local _, _, digest, how, created, due, count = unpack('>I8I4c16BI6I6I4', known)
  return digest == p.digest and stored(how, created, due, count) or pack('>B', MISMATCH)
end

-- When the put is due: at most the longest wait after the first item, but not before now.
local function dueOf(p, firstItem)
  local due = T.resolve(p.kind, p.value)
  if p.mode ~= MERGE or not p.longest then
    return due
  end
  return max(up, min(due, firstItem + p.longest))
end

local function positionOf(p, due)
  return p.kind == 2 and T.frontPosition(meant) or due
end

local function becomeMerged(e, p)
  e.merged, e.raw, e.per = true, p.raw, p.per
  e.handed, e.ever, e.nextStart = e.from, e.from, e.stop
end

local function storeNew(p, how, before)
  local s, due = T.settings(meant), dueOf(p, up)
  local sequence = T.nextSequence(meant)
  local e = setmetatable({
    t = meant, id = p.id, sequence = sequence, chain = sequence, created = now, firstItem = up, due = due,
    position = positionOf(p, due), ttl = p.ttl or s.ttl, lease = p.lease, backoff = p.backoff,
    attributes = p.attributes, max = p.attempts ~= 0 and p.attempts or s.attempts,
    index = false, score = 0, deadAt = NEVER, older = 0, newer = 0, content = nil,
  }, E.BLANK)
  if p.mode == MERGE then
    becomeMerged(e, p)
    C.putItem(e, 0, p.token or '', p.content)
    if p.token then
      C.putToken(e, 0, p.token, p.digest, how, now, due, 1)
    end
  else
    C.putContent(e, p.content)
    if p.token then
      e.token, e.digest, e.how, e.tokenDue = p.token, p.digest, how, due
    end
  end
  L.start(e, before)
  return stored(how, now, due, 1)
end

-- A plain message becomes a merged one with its body as the first item.
local function convert(e, p)
  local content = C.plainContent(e)
  local token, handedOut, held = e.token, e.attempts > 0, e.fence ~= 0
  C.dropContent(e)
  if token and not e.hashed then
    C.putToken(e, 0, token, e.digest, e.how, e.created, e.tokenDue, 1)
  end
  e.token, e.hashed = nil, false
  becomeMerged(e, p)
  C.putItem(e, 0, token or '', content)
  e.ever = handedOut and e.stop or e.from
  e.handed = held and e.stop or e.from
end

local function eachAttribute(attributes, use)
  local at = 1
  while at <= #attributes do
    local name, value
    name, at = unpack('>I2c0', attributes, at)
    value, at = unpack('>I4c0', attributes, at)
    use(name, value)
  end
end

-- Attributes with others added to them; later ones replace earlier ones of the same name.
local function joined(attributes, more)
  if not attributes or not more then
    return attributes or more
  end
  local all, replaced = {}, {}
  eachAttribute(more, function(name) replaced[name] = true end)
  eachAttribute(attributes, function(name, value)
    if not replaced[name] then
      all[#all + 1] = L.attribute(name, value)
    end
  end)
  all[#all + 1] = more
  return table.concat(all)
end

-- Added while somebody works on the message: the item belongs to the next generation.
local function mergeNext(e, n, p)
  local isFirst = n == e.nextStart
  if isFirst then
    e.nextFirst = up
  end
  if isFirst or p.moves then
    e.nextDue = dueOf(p, e.nextFirst)
  end
  return e.nextDue
end

local function mergeNow(e, p)
  if p.moves or e.movable or E.leaseOver(e) then
    e.due = dueOf(p, e.firstItem)
    e.position = positionOf(p, e.due)
    e.leaseEnd = 0
  end
  return e.leaseEnd ~= 0 and e.leaseEnd or E.standsAt(e)
end

local function merge(e, p)
  if e.stop - e.from >= MAX_ITEMS then
    return pack('>B', TOO_MANY)
  end
  if not e.merged then
    convert(e, p)
  end
  local n = e.stop
  C.putItem(e, n, p.token or '', p.content)
  e.stop = n + 1
  e.attributes = joined(e.attributes, p.attributes)
  local due
  if E.leased(e) then
    due = mergeNext(e, n, p)
  else
    due = mergeNow(e, p)
  end
  e.movable = false
  local count = e.stop - e.from
  if p.token then
    C.putToken(e, n, p.token, p.digest, MERGED, e.created, due, count)
  end
  L.save(e)
  return stored(MERGED, e.created, due, count)
end

local function put(p)
  local alive, newestOfId = L.live(meant, p.id)
  local before = p.token and answered(p, newestOfId)
  if before then
    return before
  end
  if not alive then
    return storeNew(p, NEW, newestOfId)
  end
  if p.mode == MERGE then
    return merge(alive, p)
  end
  if p.mode == REPLACE then
    L.finishLife(alive, alive.stop, CANCELLED, BY_REPLACE, now)
    return storeNew(p, IN_PLACE, L.newest(meant, p.id))
  end
  return C.look(alive)
end

local ids = {}
for i = first, count do
  ids[#ids + 1] = ARGV[4 + i]
end
T.fetch(meant, ids)
for i = first, count do
  answers[i] = put(read(i))
end
return T.finish(answers)
end

return general(first, answers)
