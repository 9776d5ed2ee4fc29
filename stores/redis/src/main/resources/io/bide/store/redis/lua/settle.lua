-- What claimers do with what they were handed: ack, release, extend, unclaim.
--
-- ARGV[4..]  one settle each, packed: B verb (1 ack, 2 release, 3 extend, 4 unclaim), B 1 by receipt, 2 by id,
--            I8 fence, B states (bit 2^state), B kind of due time (3: not said, 4: none, it was the
--            last attempt) and I6 its value,
--            I6 lease in ms, and the id to the end
-- Answer: for each settle, in order, packed B answer (1 ok, 2 stale, 3 ended, 4 wrong state, 5 unknown),
--         B state (0: none), I6 next (0: none, otherwise the time plus one)
--@include call
--@include plain
--@include long
T.begin(ON_THE_WAY)

--@define OK 1
--@define STALE 2
--@define ENDED 3
--@define WRONG_STATE 4
--@define UNKNOWN 5
--@define ACK 1
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

local function read(packed)
  local verb, target, fence, states, kind, value, lease, at = unpack('>BBI8BBI6I6', packed)
  return {
    id = sub(packed, at), byReceipt = target == 1, verb = verb, fence = fence, states = states, kind = kind,
    value = value, lease = lease,
  }
end

local function settle(s)
  if not meant.exists then
    return answer(UNKNOWN)
  end
  local alive, newestOfId = L.live(meant, s.id)
  return s.byReceipt and byReceipt(s, alive, newestOfId) or byId(s, alive, newestOfId)
end

local acked, settings = answer(OK, DONE), T.settings(meant)
local leases, done = T.batch('ZREM', T.key(meant, LEASE)), T.batch('ZADD', T.endedKey(meant, DONE))
local records = T.batch('HSET', T.key(meant, NEWEST))

-- The short way of an ack: a plain message that this receipt holds and that has attempts left. Nothing if it is not so.
local function ackPlain(packed, id)
  local verb, target, fence = unpack('>BBI8', packed)
  local record = verb == ACK and target == 1 and P.record(id)
  local flags, most, at = P.read(record)
  if not flags or band(flags, 32) == 0 then
    return nil
  end
  local attempts, held, leaseEnd, claimed = unpack('>I4I8I6I6', record, at)
  if held ~= fence or now >= leaseEnd or attempts >= most or settings.retention == 0 then
    return nil
  end
  local name, forgetAt, keep = P.member(record, id), now + settings.retention, settings.keep
  record = pack('>BI3', 1, flags + (keep and 512 or 1536)) .. sub(record, 5, at - 1)
    .. pack('>I4I8I6I6BBI6I6', attempts, fence, 0, claimed, DONE, BY_ACK, now, forgetAt)
    .. (keep and sub(record, at + 24) or '')
  meant.records[id] = record
  T.add(records, id, record)
  T.add(leases, name)
  T.add(done, forgetAt, name)
  T.forgetFrom(meant, forgetAt)
  return acked
end

local ids, answers = {}, {}
for i = 4, #ARGV do
  ids[i - 3] = sub(ARGV[i], 25)
end
T.fetch(meant, ids)
for i, id in ipairs(ids) do
  answers[i] = ackPlain(ARGV[i + 3], id) or settle(read(ARGV[i + 3]))
end
return T.finish(answers)
