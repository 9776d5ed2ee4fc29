-- A message as it is stored. Times are epoch milliseconds, durations 10 bytes (I6 seconds, I4 nanoseconds).
--
-- By the flags, in this order:
--        1 ttl        duration
--        2 lease      duration
--        4 backoff    I2 length and: B kind; 1 fixed: a duration; 2 exponential: two durations and a
--                     double, the jitter; 3 schedule: durations; 0 immediate: nothing
--        8 attributes I4 length and: I2 length, key, I4 length, value, again and again
--       16 token      B length, token, 16 bytes digest
--          content    (see content.lua) of a plain message, unless it is large (4096) or gone (1024)
--   131072 answer     B how, I6 due of the first answer to the token, if that is not new and the due time
--       32 handed     I4 attempts, I8 fence, I6 lease end, I6 claimed
--       64 merged     I2 items per claim, I8 chain, I4 from, I4 handed, I4 ever handed, I4 next start,
--                     I4 stop, I6 next due, I6 next first item
--      512 ended      B state, B cause, I6 ended, I6 when it is forgotten
--     2048 listed     I8 older, I8 newer
--     8192 first      I6 the time of the first item, if that is neither created nor 1 ms later (16384)
--    32768 position   i8, if it is not the due time
--   and always: B version, I3 flags, I4 max attempts, I6 created, I6 due, I8 sequence.
--   128 raw, 256 the next put may move it, 65536 the token is in the hash of tokens too.
-- What a put brings comes first and as it was sent; the end is what is always there, the sequence last (plain.lua says why).
-- To change it, write a new version and keep reading the old one; EntryReader reads it in Java.
--@define UNLIMITED 2147483647

-- When time ends it if no lease is running.
function E.expiry(e)
  return e.ttl and e.due + T.millis(e.ttl) or NEVER
end

-- When time alone ends it, as things stand.
function E.deadline(e)
  if e.leaseEnd == 0 then
    return E.expiry(e)
  end
  return e.attempts >= e.max and e.leaseEnd or max(e.leaseEnd, E.expiry(e))
end

-- Where it belongs in the indexes: which, at what score, and when it dies.
function E.place(e)
  if e.ended then
    return e.ended + 3, e.forgetAt, NEVER
  end
  if e.leaseEnd == 0 then
    return DUE, e.position, E.deadline(e)
  end
  return LEASE, e.leaseEnd, E.deadline(e)
end

-- What is not said of a message.
E.BLANK = { __index = {
  attempts = 0, fence = 0, leaseEnd = 0, claimed = 0, from = 0, stop = 1, older = 0, newer = 0,
  max = UNLIMITED, per = 1000, handed = 0, ever = 0, nextStart = 1, nextDue = 0, nextFirst = 0, deadAt = NEVER,
} }

-- A new message that stands nowhere yet.
function E.fresh(t, id, created, firstItem, due, position)
  local sequence = T.nextSequence(t)
  return setmetatable({
    t = t, id = id, sequence = sequence, chain = sequence, created = created, firstItem = firstItem, due = due,
    position = position,
  }, E.BLANK)
end

function E.decodeOptions(e, s, flags, at)
  if band(flags, 1) ~= 0 then
    e.ttl, at = sub(s, at, at + 9), at + 10
  end
  if band(flags, 2) ~= 0 then
    e.lease, at = sub(s, at, at + 9), at + 10
  end
  if band(flags, 4) ~= 0 then
    e.backoff, at = unpack('>I2c0', s, at)
  end
  if band(flags, 8) ~= 0 then
    e.attributes, at = unpack('>I4c0', s, at)
  end
  if band(flags, 16) ~= 0 then
    e.token, at = unpack('>Bc0', s, at)
    e.digest, e.how, e.tokenDue, at = sub(s, at, at + 15), 1, e.due, at + 16
  end
  return at
end

-- How many bytes follow the content, without what is always there.
function E.restSize(flags)
  local size = band(flags, 131072) ~= 0 and 7 or 0
  if band(flags, 32) ~= 0 then size = size + 24 end
  if band(flags, 64) ~= 0 then size = size + 42 end
  if band(flags, 512) ~= 0 then size = size + 14 end
  if band(flags, 2048) ~= 0 then size = size + 16 end
  if band(flags, 8192) ~= 0 then size = size + 6 end
  return band(flags, 32768) ~= 0 and size + 8 or size
end

function E.decodeRest(e, s, flags, at)
  if band(flags, 131072) ~= 0 then
    e.how, e.tokenDue, at = unpack('>BI6', s, at)
  end
  if band(flags, 32) ~= 0 then
    e.attempts, e.fence, e.leaseEnd, e.claimed, at = unpack('>I4I8I6I6', s, at)
  end
  if band(flags, 64) ~= 0 then
    e.merged = true
    e.per, e.chain, e.from, e.handed, e.ever, e.nextStart, e.stop, e.nextDue, e.nextFirst, at =
      unpack('>I2I8I4I4I4I4I4I6I6', s, at)
  end
  if band(flags, 512) ~= 0 then
    e.ended, e.cause, e.endedAt, e.forgetAt, at = unpack('>BBI6I6', s, at)
  end
  if band(flags, 2048) ~= 0 then
    e.older, e.newer, at = unpack('>I8I8', s, at)
  end
  if band(flags, 8192) ~= 0 then
    e.firstItem, at = unpack('>I6', s, at)
  end
  if band(flags, 32768) ~= 0 then
    e.position, at = unpack('>i8', s, at)
  end
  e.raw, e.movable = band(flags, 128) ~= 0, band(flags, 256) ~= 0
  e.dropped, e.large, e.hashed = band(flags, 1024) ~= 0, band(flags, 4096) ~= 0, band(flags, 65536) ~= 0
end

-- The record of an id as a message.
function E.decode(t, id, s)
  local readable, e = pcall(E.parse, t, id, s)
  if not readable then
    T.corrupt('message ' .. id .. ' of topic ' .. t.name .. ' cannot be read: ' .. tostring(e))
  end
  return e
end

function E.parse(t, id, s)
  local stop = #s - 27
  local version, flags, most, created, due, sequence = unpack('>BI3I4I6I6I8', s, stop)
  if version ~= VERSION then
    error('it has the unknown version ' .. version)
  end
  local e = setmetatable({
    t = t, id = id, sequence = sequence, chain = sequence, created = created, due = due, position = due, max = most,
    firstItem = band(flags, 16384) ~= 0 and created + 1 or created,
    index = false, score = 0, deadAt = 0, attempts = 0, fence = 0, leaseEnd = 0, claimed = 0, content = nil,
  }, E.BLANK)
  local at = band(flags, 31) ~= 0 and E.decodeOptions(e, s, flags, 1) or 1
  stop = stop - E.restSize(flags)
  if at > stop then
    error('it is too short')
  end
  E.decodeRest(e, s, flags, stop)
  if not (e.merged or e.dropped or e.large) then
    e.content = sub(s, at, stop - 1)
  end
  e.index, e.score, e.deadAt = E.place(e)
  return e
end

function E.encode(e)
  local flags = 0
  local ttl, lease, backoff, attributes, token, handed, merged = '', '', '', '', '', '', ''
  local answer, ended, listed, firstItem, position = '', '', '', '', ''
  if e.ttl then flags, ttl = flags + 1, e.ttl end
  if e.lease then flags, lease = flags + 2, e.lease end
  if e.backoff then flags, backoff = flags + 4, pack('>I2', #e.backoff) .. e.backoff end
  if e.attributes then flags, attributes = flags + 8, pack('>I4', #e.attributes) .. e.attributes end
  if e.token then
    flags = flags + 16
    token = pack('>B', #e.token) .. e.token .. e.digest
    if e.how ~= 1 or e.tokenDue ~= e.due then flags, answer = flags + 131072, pack('>BI6', e.how, e.tokenDue) end
  end
  if e.attempts ~= 0 or e.fence ~= 0 or e.leaseEnd ~= 0 or e.claimed ~= 0 then
    flags, handed = flags + 32, pack('>I4I8I6I6', e.attempts, e.fence, e.leaseEnd, e.claimed)
  end
  if e.merged then
    flags = flags + 64
    merged = pack('>I2I8I4I4I4I4I4I6I6', e.per, e.chain, e.from, e.handed, e.ever, e.nextStart, e.stop, e.nextDue,
      e.nextFirst)
  end
  if e.raw then flags = flags + 128 end
  if e.movable then flags = flags + 256 end
  if e.ended then flags, ended = flags + 512, pack('>BBI6I6', e.ended, e.cause, e.endedAt, e.forgetAt) end
  if e.dropped then flags = flags + 1024 end
  if e.older ~= 0 or e.newer ~= 0 then flags, listed = flags + 2048, pack('>I8I8', e.older, e.newer) end
  if e.large then flags = flags + 4096 end
  if e.firstItem == e.created + 1 then
    flags = flags + 16384
  elseif e.firstItem ~= e.created then
    flags, firstItem = flags + 8192, pack('>I6', e.firstItem)
  end
  if e.position ~= e.due then flags, position = flags + 32768, pack('>i8', e.position) end
  if e.hashed then flags = flags + 65536 end
  return ttl .. lease .. backoff .. attributes .. token .. (e.content or '') .. answer .. handed .. merged .. ended
    .. listed .. firstItem .. position .. pack('>BI3I4I6I6I8', VERSION, flags, e.max, e.created, e.due, e.sequence)
end

-- What the ordered sets call it.
function E.member(e)
  local name = e.member
  if not name then
    name = pack('>I8', e.sequence) .. e.id
    e.member = name
  end
  return name
end

function E.leased(e)
  return e.leaseEnd ~= 0 and now < e.leaseEnd
end

-- Whether its lease has ended and nothing has moved it since.
function E.leaseOver(e)
  return e.leaseEnd ~= 0 and now >= e.leaseEnd
end

-- Whether a put or reschedule has moved it after its lease ended; the receipt is still good.
function E.movedAfterLease(e)
  return e.leaseEnd == 0 and e.fence ~= 0
end

function E.atFront(e)
  return e.position < 0
end

-- The position as a point in time.
function E.standsAt(e)
  return E.atFront(e) and e.due or e.position
end

-- The state at this time; also says EXPIRED or DEAD before that has been written down.
function E.stateOf(e)
  if e.ended then
    return e.ended
  end
  if E.leased(e) then
    return LEASED
  end
  if now >= E.deadline(e) then
    return e.attempts == 0 and EXPIRED or DEAD
  end
  return e.leaseEnd == 0 and now < e.position and WAITING or READY
end

function E.isRemembered(e)
  return e.ended and now < e.forgetAt
end

-- The delay after so many attempts; the jitter is a hash of id and attempt, the same in every store.
function E.backoffMillis(backoff, id, attempts)
  local kind = unpack('>B', backoff)
  if kind == 0 then
    return 0
  end
  if kind == 1 then
    return T.millis(backoff, 2)
  end
  if kind == 3 then
    local count = (#backoff - 1) / 10
    return T.millis(backoff, 2 + 10 * (min(max(attempts, 1), count) - 1))
  end
  local delay, cap, jitter = T.millis(backoff, 2), T.millis(backoff, 12), unpack('>d', backoff, 22)
  local i = 1
  while i < attempts and delay < cap do
    delay, i = delay * 2, i + 1
  end
  delay = min(delay, cap)
  if jitter == 0 then
    return delay
  end
  local hash = 7
  for n = 1, #id do
    hash = (hash * 31 + id:byte(n)) % 65536
  end
  local spreadOut = (hash * 31421 + attempts % 65536 * 6927 + 1) % 65536 / 65536
  return delay - floor(delay * jitter * spreadOut)
end
