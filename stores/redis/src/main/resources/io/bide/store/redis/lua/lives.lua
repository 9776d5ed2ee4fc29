-- How messages are found, and how they end: with a record that is remembered, a notice if the topic asks for
-- one, and what remains of a merged message.
--
-- The newest message of an id is in NEWEST under the id. Older ones, all ended, are in MORE under 'o' and their
-- sequence (I8); 'older' and 'newer' make them a list, so that any of them can be forgotten by looking at its
-- neighbours alone.
--
-- Deaths in the reply: packed B whose (1 the topic, 2 its notices), B state, B cause, I6 when, I4 attempts, id.

local function oldField(sequence)
  return 'o' .. pack('>I8', sequence)
end

local function newest(t, id)
  local stored = call('HGET', key(t, NEWEST), id)
  return stored and decode(t, id, stored)
end

-- The older message of an id with this sequence.
local function old(t, id, sequence)
  local stored = sequence ~= 0 and call('HGET', key(t, MORE), oldField(sequence))
  return stored and decode(t, id, stored)
end

-- The message that an index speaks of.
local function find(t, indexMember)
  local sequence, at = unpack('>I8', indexMember)
  local id = sub(indexMember, at)
  local e = newest(t, id)
  if e and e.sequence == sequence then
    return e
  end
  return old(t, id, sequence)
    or error('BIDECORRUPT an index of topic ' .. t.name .. ' names message ' .. id .. ', which is missing')
end

-- Writes the record alone.
local function store(e)
  open()
  if e.newer == 0 then
    call('HSET', key(e.t, NEWEST), e.id, encode(e))
  else
    call('HSET', key(e.t, MORE), oldField(e.sequence), encode(e))
  end
end

-- Writes the record and moves it in the indexes to where it belongs.
local function save(e)
  open()
  local t, name = e.t, member(e)
  local index, score, deadAt = place(e)
  if e.index and e.index ~= index then
    call('ZREM', KEYS[t.base + e.index], name)
  end
  if e.index ~= index or e.score ~= score then
    call('ZADD', KEYS[t.base + index], string.format('%.0f', score), name)
    if e.ended then
      if score < t.forgetFrom then
        t.forgetFrom, t.dirty = score, true
      end
    else
      ready(t, score)
    end
  end
  if deadAt == NEVER and e.deadAt ~= NEVER then
    call('ZREM', key(t, MORTAL), name)
  elseif deadAt ~= e.deadAt then
    call('ZADD', key(t, MORTAL), string.format('%.0f', deadAt), name)
    mortal(t, deadAt)
  end
  e.index, e.score, e.deadAt = index, score, deadAt
  store(e)
end

-- Starts the life of a new message, after what was the newest of its id.
local function start(e, before)
  if before then
    e.older = before.sequence
    before.newer = e.sequence
    if before.token and not before.hashed then
      before.hashed = true
      putToken(before, 0, before.token, before.digest, before.how, before.created, before.tokenDue, 1)
    end
    store(before)
  end
  save(e)
end

-- Takes a message out of the list of its id, and its record away.
local function unlink(e)
  local t = e.t
  local before = old(t, e.id, e.older)
  if e.newer ~= 0 then
    local after = newest(t, e.id)
    if not after or after.sequence ~= e.newer then
      after = old(t, e.id, e.newer)
    end
    after.older = e.older
    store(after)
    call('HDEL', key(t, MORE), oldField(e.sequence))
    if before then
      before.newer = e.newer
      store(before)
    end
  elseif before then
    call('HDEL', key(t, MORE), oldField(before.sequence))
    before.newer = 0
    store(before)
  else
    call('HDEL', key(t, NEWEST), e.id)
  end
end

local function leaveIndexes(e)
  open()
  if e.index then
    call('ZREM', KEYS[e.t.base + e.index], member(e))
  end
  if e.deadAt ~= NEVER then
    call('ZREM', key(e.t, MORTAL), member(e))
  end
  e.index, e.deadAt = nil, NEVER
end

-- Removes a message and everything that belongs to it.
local function forget(e)
  leaveIndexes(e)
  if e.merged then
    dropItems(e, e.from, e.stop)
  else
    dropContent(e)
    if e.hashed then
      dropToken(e, 0, e.token)
    end
  end
  unlink(e)
end

-- Keeps an ended message for as long as the topic says.
local function remember(e)
  local s = settings(e.t)
  local asDead = e.ended == DEAD or (e.ended == EXPIRED and s.notices)
  e.leaseEnd = 0
  e.forgetAt = e.endedAt + (asDead and s.deadRetention or s.retention)
  if not (s.keep or asDead) then
    e.dropped = true
    if not e.merged then
      dropContent(e)
    end
  end
  if e.forgetAt <= now then
    forget(e)
    return false
  end
  save(e)
  return true
end

-- Copies bodies or items, the latter into a chain of their own.
local function copyContent(from, to)
  to.merged, to.raw = from.merged, from.raw
  if not from.merged then
    putContent(to, plainContent(from))
    return
  end
  to.chain = to.sequence
  to.stop = from.stop - from.from
  to.nextStart = to.stop
  for n = 0, to.stop - 1, 500 do
    local stop = min(to.stop, n + 500)
    for i, item in ipairs(items(from, from.from + n, from.from + stop)) do
      local _, content = splitItem(item)
      putItem(to, n + i - 1, '', content)
    end
  end
end

local NAMES = { [EXPIRED] = 'EXPIRED', [DEAD] = 'DEAD' }

local function attribute(name, value)
  return pack('>I2', #name) .. name .. pack('>I4', #value) .. value
end

local function notice(dead)
  if not givesNotices(dead.t) then
    return
  end
  open()
  create(notices)
  local e = fresh(notices, dead.id .. '#' .. string.format('%.0f', dead.sequence))
  e.created, e.due, e.position, e.firstItem = dead.endedAt, dead.endedAt, dead.endedAt, dead.endedAt
  e.attributes = (dead.attributes or '') .. attribute('bide.id', dead.id)
    .. attribute('bide.cause', dead.cause == TTL and 'TTL' or 'ATTEMPTS')
    .. attribute('bide.state', NAMES[dead.ended]) .. attribute('bide.attempts', string.format('%.0f', dead.attempts))
  copyContent(dead, e)
  start(e, newest(notices, e.id))
end

-- What goes on of a merged message when its items before 'taken' have ended at that time.
local function remainder(e, taken, at, dueNow)
  if taken >= e.stop then
    return nil
  end
  local isNext = e.leaseEnd ~= 0 and at < e.leaseEnd and taken >= e.nextStart
  local due = dueNow
  if isNext then
    due = e.nextDue
  elseif movedAfterLease(e) and not atFront(e) then
    due = e.position
  end
  local from = max(taken, e.from)
  return {
    t = e.t, id = e.id, deadAt = NEVER, created = at, due = due, position = due, max = e.max,
    ttl = e.ttl, lease = e.lease, backoff = e.backoff, attributes = e.attributes, attempts = 0, fence = 0,
    leaseEnd = 0, claimed = 0, merged = true, raw = e.raw, per = e.per, chain = e.chain, from = from, handed = from,
    ever = from, nextStart = e.stop, stop = e.stop, nextDue = 0, nextFirst = 0, older = 0, newer = 0,
    firstItem = isNext and e.nextFirst or e.firstItem,
  }
end

-- Ends the items before 'taken'; the others go on as a new message of the same id.
local function finishLife(e, taken, state, cause, at)
  local dies = state == DEAD or state == EXPIRED
  local rest = remainder(e, taken, at, dies and at or up)
  e.stop = max(taken, e.from)
  e.ended, e.cause, e.endedAt = state, cause, at
  if dies then
    notice(e)
  end
  local kept = remember(e)
  if rest then
    rest.sequence = nextSequence(e.t)
    start(rest, kept and e or newest(e.t, e.id))
  end
end

local function die(e, state, cause, at)
  local taken = (state == EXPIRED or not e.merged) and e.stop or e.ever
  deaths[#deaths + 1] = pack('>BBBI6I4', e.t == source and 1 or 2, state, cause, at, e.attempts) .. e.id
  finishLife(e, taken, state, cause, at)
end

-- Writes down a death or expiry that time has brought.
local function dieOfTime(e)
  local cause = e.leaseEnd ~= 0 and e.attempts >= e.max and ATTEMPTS or TTL
  die(e, e.attempts == 0 and EXPIRED or DEAD, cause, deadline(e))
end

-- The live message of an id, and the newest one whatever it is; a death that is true is written down first.
local function live(t, id)
  while true do
    local e = newest(t, id)
    if not e or e.ended then
      return nil, e
    end
    if now < deadline(e) then
      return e, e
    end
    dieOfTime(e)
  end
end

-- The newest ended message of an id that is still remembered, given its newest one.
local function remembered(e)
  while e and not isRemembered(e) do
    e = old(e.t, e.id, e.older)
  end
  return e
end

-- Writes down the deaths that have become true, in their order; answers how many.
local function recordDeaths(t, budget)
  local died = 0
  while now >= t.mortalFrom and died < budget do
    local head = call('ZRANGE', key(t, MORTAL), 0, 0, 'WITHSCORES')
    t.mortalFrom, t.dirty = head[2] and tonumber(head[2]) or NEVER, true
    if t.mortalFrom <= now then
      dieOfTime(find(t, head[1]))
      died = died + 1
    end
  end
  return died
end

-- Forgets ended messages whose retention is over; answers how many.
local function forgetEnded(t, budget)
  if now < t.forgetFrom then
    return 0
  end
  local forgotten, from = 0, NEVER
  for state = DONE, CANCELLED do
    local set = endedKey(t, state)
    for _, name in ipairs(call('ZRANGEBYSCORE', set, '-inf', now, 'LIMIT', 0, budget - forgotten)) do
      forget(find(t, name))
      forgotten = forgotten + 1
    end
    from = min(from, first(set))
  end
  t.forgetFrom, t.dirty = from, true
  return forgotten
end

-- Every operation begins by writing down what has become true, up to a budget.
local function begin(budget)
  local died, forgotten = 0, 0
  for i = 1, subject do
    local t = i == 1 and source or notices
    if t.exists then
      died = died + recordDeaths(t, budget - died)
      forgotten = forgotten + forgetEnded(t, max(budget - died - forgotten, 0))
    end
  end
  return died, forgotten
end
