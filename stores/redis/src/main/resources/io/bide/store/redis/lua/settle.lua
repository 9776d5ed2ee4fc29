-- What claimers do with what they were handed: ack, release, extend, unclaim.
--
-- ARGV[4]  packed: B 1 if the ids differ from each other, and for each settle: B verb (1 ack, 2 release, 3 extend, 4
--          unclaim), B 1 by receipt, 2 by id, I8 fence, B states (bit 2^state), B kind of due time (3: not said, 4: none, it
--          was the last attempt) and I6 its value, I6 lease in ms
-- ARGV[5..]  the ids
-- Answer: for each settle, in order, 1 for an ack that ended a message, otherwise packed B answer (1 ok, 2 stale, 3 ended,
--         4 wrong state, 5 unknown), B state (0: none), I6 next (0: none, otherwise the time plus one)
--@include plain
--@define ACK 1
-- The bit of LEASED among the states.
--@define STATES_LEASED 8
local count, left, answers = #ARGV - 4, {}, {}
local retention = plain and retentionSeconds * 1000 + math.ceil(retentionNanos / 1000000)
if retention and retention > 0 and ARGV[4]:byte() == 1 then
  local newest = call('HMGET', KEYS[NEWEST], spread(ARGV, 5, 4 + count))
  local keep, forgetAt = band(settingFlags, 2) ~= 0, now + retention
  local more, score = keep and 512 or 1536, string.format('%d', forgetAt)
  local records, places, names, mortals, size = {}, {}, {}, {}, 0
  for i = 1, count do
    local verb, target, receipt, states = parse('>BBI8B', ARGV[4], 24 * i - 22)
    local byReceipt = target == 1
    local record = verb == ACK and (byReceipt or band(states, STATES_LEASED) ~= 0) and newest[i]
    local length = record and #record or 0
    if length >= 52 then
      local tries, held, leaseEnd, claimed, version, flags, most, created, due, number =
        parse('>I4I8I6I6BI3I4I6I6I8', record, length - 51)
      local content = contentAt(record, flags)
      if version == VERSION and band(flags, NOT_PLAIN_OR_HANDED) == 32 and (not byReceipt or held == receipt)
        and now < leaseEnd and tries < most and content <= length - 52 then
        local id, rest = ARGV[4 + i], sub(record, 1, keep and length - 52 or content - 1)
        local name = pack('>I8c0', number, id)
        records[2 * size + 1], records[2 * size + 2] = id, rest .. pack('>I4I8I6I6BBI6I6BI3I4I6I6I8', tries, held, 0,
          claimed, DONE, BY_ACK, now, forgetAt, VERSION, flags + more, most, created, due, number)
        places[2 * size + 1], places[2 * size + 2] = score, name
        size = size + 1
        names[size], answers[i] = name, 1
        if band(flags, HAS_TTL) ~= 0 then
          mortals[#mortals + 1] = name
        end
      end
    end
    if not answers[i] then
      left[#left + 1] = i
    end
  end
  if size > 0 then
    -- The first write is one that Redis accepts when it is full.
    call('ZREM', KEYS[LEASE], spread(names))
    if mortals[1] then
      call('ZREM', KEYS[MORTAL], spread(mortals))
    end
    call('ZADD', KEYS[DONE_SET], spread(places))
    call('HSET', KEYS[NEWEST], spread(records))
    if forgetAt < forgetFrom then
      call('SETRANGE', KEYS[STATE], FORGET_FROM_AT, pack('>I6', forgetAt))
    end
  end
  if size == count then
    return { pack('>I7B', micros, 0), {}, answers }
  end
else
  for i = 1, count do
    left[i] = i
  end
end

-- The long way of those that are not answered.
local function general(left, answers)
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

--@define OK 1
--@define STALE 2
--@define ENDED 3
--@define WRONG_STATE 4
--@define UNKNOWN 5
--@define RELEASE 2
--@define EXTEND 3

local function answer(what, state, at)
  return pack('>BBI6', what, state or 0, at and at + 1 or 0)
end

-- The lease is gone and its receipt void; the generations of a merged message are one again.
local function giveBack(e, frontTime)
  e.leaseEnd, e.fence = 0, 0
  e.handed, e.nextStart, e.nextDue = e.from, e.stop, 0
  if now >= E.expiry(e) then
    local state = e.attempts == 0 and EXPIRED or DEAD
    L.die(e, state, BY_TTL, now)
    return answer(OK, state)
  end
  L.save(e)
  -- It may stand where it stood before, and yet its claimers believe that it is leased.
  T.ready(e.t, e.position)
  return answer(OK, E.stateOf(e), E.atFront(e) and frontTime or e.position)
end

local function release(e, s)
  if s.kind == 4 or e.attempts >= e.max then
    L.die(e, DEAD, BY_ATTEMPTS, now)
    return answer(OK, DEAD)
  end
  if s.kind == 3 then
    -- The number at the end of a notice's id is this store's own, so the jitter is that of the message that died.
    local id = e.t == notices and e.id:match('^(.*)#') or e.id
    e.position = up + E.backoffMillis(e.backoff or T.settings(e.t).backoff, id, e.attempts)
  else
    e.position = s.kind == 2 and T.frontPosition(e.t) or T.resolve(s.kind, s.value)
  end
  e.movable = true
  return giveBack(e, up)
end

local function extend(e, s)
  if not E.leased(e) then
    -- What came after the claim had joined; with the lease it is the next generation again.
    e.nextDue = e.leaseEnd == 0 and not E.atFront(e) and e.position or up
    e.nextFirst = up
  end
  e.leaseEnd = up + s.lease
  L.save(e)
  return answer(OK, LEASED, e.leaseEnd)
end

local function unclaim(e, s)
  e.attempts = e.attempts - 1
  if e.attempts == 0 then
    e.ever, e.claimed = e.from, 0
  end
  if s.kind == 3 then
    return giveBack(e, e.due)
  end
  e.position = s.kind == 2 and T.frontPosition(e.t) or T.resolve(s.kind, s.value)
  return giveBack(e, up)
end

-- Settles a live message; an ack ends the items before 'handed'.
local function apply(e, s, handed)
  e.movable = e.movable or E.leaseOver(e)
  if s.verb == ACK then
    L.finishLife(e, handed, DONE, BY_ACK, now)
    return answer(OK, DONE)
  end
  if s.verb == RELEASE then
    return release(e, s)
  end
  return s.verb == EXTEND and extend(e, s) or unclaim(e, s)
end

local function byReceipt(s, alive, newestOfId)
  if alive and alive.fence == s.fence then
    return apply(alive, s, alive.merged and alive.handed or alive.stop)
  end
  local ended = L.remembered(newestOfId)
  if ended and ended.fence == s.fence then
    return answer(ENDED, ended.ended)
  end
  local known = alive or ended
  return known and answer(STALE, E.stateOf(known)) or answer(UNKNOWN)
end

local function byId(s, alive, newestOfId)
  if alive then
    local state = E.stateOf(alive)
    if band(s.states, 2 ^ state) == 0 then
      return answer(WRONG_STATE, state)
    end
    return apply(alive, s, state == LEASED and alive.merged and alive.handed or alive.stop)
  end
  local ended = L.remembered(newestOfId)
  if not ended then
    return answer(UNKNOWN)
  end
  if s.verb ~= ACK or band(s.states, 2 ^ ended.ended) == 0 then
    return answer(ENDED, ended.ended)
  end
  if ended.ended ~= DONE then
    ended.ended, ended.cause, ended.endedAt = DONE, BY_ACK, now
    L.remember(ended)
  end
  return answer(OK, DONE)
end

local function read(i)
  local verb, target, fence, states, kind, value, lease = unpack('>BBI8BBI6I6', ARGV[4], 24 * i - 22)
  return {
    id = ARGV[4 + i], byReceipt = target == 1, verb = verb, fence = fence, states = states, kind = kind, value = value,
    lease = lease,
  }
end

local function settle(s)
  if not meant.exists then
    return answer(UNKNOWN)
  end
  local alive, newestOfId = L.live(meant, s.id)
  return s.byReceipt and byReceipt(s, alive, newestOfId) or byId(s, alive, newestOfId)
end

local ids = {}
for n, i in ipairs(left) do
  ids[n] = ARGV[4 + i]
end
T.fetch(meant, ids)
for _, i in ipairs(left) do
  answers[i] = settle(read(i))
end
return T.finish(answers)
end

return general(left, answers)
