-- What every script of a topic partition begins and ends with: its keys, its time, the state of the topic.
--
-- KEYS, for the topic (1 to 11) and, if they are given, for its death notices (12 to 22):
--    1 state     string: numbers, flags and settings of the topic, see topic()
--    2 newest    hash: id -> the newest message of the id, see entry.lua
--    3 more      hash: what else messages have, see content.lua and lives.lua
--    4 due       ordered set: position -> messages without a lease; below zero for the front
--    5 lease     ordered set: lease end -> messages that were handed out
--    6 mortal    ordered set: when time alone ends it -> live messages that can die
--    7 done, 8 expired, 9 dead, 10 cancelled   ordered sets: when it is forgotten -> ended messages
--   11 watch     exists while somebody wants to hear of every change
--   Members of the ordered sets are the sequence (8 bytes, big-endian) and the id.
--
-- ARGV[1]  packed: I6 now in ms rounded down, I6 rounded up, I7 in us rounded up (all zero: Redis's own time),
--          B which topic is meant (1 the topic, 2 its notices), B 1 if something has to be written,
--          I2 how many partitions the caller believes in, and the default settings
-- ARGV[2]  the channel of wake-ups: how long until something is ready in us, when that is in ms, and the topic's name
-- ARGV[3]  the topic's name in wake-ups
--
-- Reply: { packed I7 now in us and B what is not listed yet (1 the topic, 2 its notices),
--          deaths (see lives.lua), the script's own answer }
--
-- Errors: BIDEPARTITIONS n   the topic has n partitions; nothing was done
--         BIDENOTICES        the topic gives death notices and their keys were not passed; nothing was done
--         BIDECORRUPT what   a stored value cannot be read; what was done stays
--@define WAITING 1
--@define READY 2
--@define LEASED 3
--@define DONE 4
--@define EXPIRED 5
--@define DEAD 6
--@define CANCELLED 7
--@define BY_ACK 1
--@define BY_CANCEL 2
--@define BY_REPLACE 3
--@define BY_TTL 4
--@define BY_ATTEMPTS 5
--@define STATE 1
--@define NEWEST 2
--@define MORE 3
--@define DUE 4
--@define LEASE 5
--@define MORTAL 6
--@define DONE_SET 7
--@define WATCH 11
--@define NEVER 281474976710655
-- How much a call does on its way: deaths it writes down, ended messages it forgets.
--@define ON_THE_WAY 100

-- Redis makes every function anew for each call, and the more variables they share the longer that takes. So the
-- functions are in tables, T here and in changes.lua, E in entry.lua, C in content.lua, L in lives.lua,
-- and constants are written into the text before Redis sees it (see Script.java).
local T, E, C, L = {}, {}, {}, {}
local spread = unpack
local pack, unpack, call, band, sub = struct.pack, struct.unpack, redis.call, bit.band, string.sub
local min, max, floor, ceil = math.min, math.max, math.floor, math.ceil

local now, up, micros, subject, mustWrite, partitions, firstSetting = unpack('>I6I6I7BBI2', ARGV[1])
local defaults = sub(ARGV[1], firstSetting)
local time = call('TIME')
local clock = time[1] * 1000000 + time[2]
if now == 0 then
  micros = clock
  now = floor(clock / 1000)
  up = ceil(clock / 1000)
end

local source, notices

-- Something stored cannot be read. An error with a line end in it would be no valid reply.
function T.corrupt(what)
  T.flush()
  error((('BIDECORRUPT ' .. what):gsub('%c', ' ')))
end

-- The key of a topic, by its name above and whether an ended state is meant.
function T.key(t, which)
  return KEYS[t.base + which]
end

function T.endedKey(t, state)
  return KEYS[t.base + state + 3]
end

-- A duration as it is stored, 6 bytes of seconds and 4 of nanoseconds, in ms rounded up.
function T.millis(stored, at)
  local seconds, nanos = unpack('>I6I4', stored, at or 1)
  return seconds * 1000 + ceil(nanos / 1000000)
end

-- The state of a topic:
--   B version, B flags (1 configured, 2 paused, 4 the fresh one's turn, 8 listed), I2 partitions,
--   I8 how often something came to the front, I6 what claimers of its notices were told as the next time to ask,
--   I6 nothing dies before, I6 nothing is forgotten before, I8 last sequence, I8 last fence,
--   I6 what claimers were told as the next time to ask, and the settings if it was configured.
-- The short way writes only what it changes (see plain.lua).
--@define VERSION 2
--@define MORTAL_FROM_AT 18
--@define FORGET_FROM_AT 24
--@define NUMBERS_AT 30
--@define SETTINGS_AT 53
function T.topic(base, name)
  local t = { base = base, name = name, records = {}, touched = {}, moved = {}, collected = false }
  local stored = call('GET', KEYS[base + STATE])
  if not stored then
    t.configured, t.paused, t.freshTurn, t.listed = false, false, false, false
    t.fronts, t.partitions, t.settings = 0, unpack('>I2', defaults, 40), ''
    t.announced, t.announcedDeath, t.forgetFrom, t.mortalFrom = NEVER, NEVER, NEVER, NEVER
    return t
  end
  local version, flags, at
  version, flags, t.partitions, t.fronts, t.announcedDeath, t.mortalFrom, t.forgetFrom, t.sequence, t.fence,
    t.announced, at = unpack('>BBI2I8I6I6I6I8I8I6', stored)
  if version ~= VERSION then
    T.corrupt('the state of topic ' .. name .. ' has the unknown version ' .. version)
  end
  t.configured, t.paused = band(flags, 1) ~= 0, band(flags, 2) ~= 0
  t.freshTurn, t.listed = band(flags, 4) ~= 0, band(flags, 8) ~= 0
  t.settings = sub(stored, at)
  t.exists = true
  return t
end

function T.encodeTopic(t)
  local flags = (t.configured and 1 or 0) + (t.paused and 2 or 0) + (t.freshTurn and 4 or 0) + (t.listed and 8 or 0)
  return pack('>BBI2I8I6I6I6I8I8I6', VERSION, flags, t.partitions, t.fronts, t.announcedDeath, t.mortalFrom,
    t.forgetFrom, t.sequence, t.fence, t.announced) .. t.settings
end

-- The settings of a topic:
--   B flags (1 ttl, 2 keep bodies, 4 death notices, 8 at most once), lease, retention and dead retention as
--   durations, I4 attempts if they were set, I4 attempts of a message that does not say, I2 partitions,
--   the ttl if there is one, and the backoff (see entry.lua).
function T.settings(t)
  if t.parsed then
    return t.parsed
  end
  local stored = t.settings == '' and defaults or t.settings
  local flags = unpack('>B', stored)
  local s = {
    keep = band(flags, 2) ~= 0, notices = band(flags, 4) ~= 0, once = band(flags, 8) ~= 0,
    lease = T.millis(stored, 2), retention = T.millis(stored, 12), deadRetention = T.millis(stored, 22),
    attempts = unpack('>I4', stored, 36),
  }
  local at = 42
  if band(flags, 1) ~= 0 then
    s.ttl = sub(stored, at, at + 9)
    at = at + 10
  end
  s.backoff = sub(stored, at)
  t.parsed = s
  return s
end

source = T.topic(0, ARGV[3])
notices = KEYS[12] and T.topic(11, ARGV[3] .. '!dead')
if source.partitions ~= partitions then
  return redis.error_reply('BIDEPARTITIONS ' .. source.partitions)
end
if not notices and source.exists and T.settings(source).notices then
  return redis.error_reply('BIDENOTICES the topic gives death notices')
end
local meant = subject == 1 and source or notices

function T.givesNotices(t)
  return t == source and T.settings(t).notices
end

-- Only the first write of a script can be refused for want of memory, and this one never is: what drains
-- the queue goes on when Redis is full. A put does without it.
local opened = false
function T.open()
  if not opened then
    opened = true
    call('HDEL', KEYS[MORE], '')
  end
end

--@include changes

-- The topic exists from now on. Numbers start at Redis's own time in microseconds, so that a topic that was
-- forgotten and comes back uses none twice.
function T.create(t)
  if not t.exists then
    t.exists, t.sequence, t.fence, t.dirty = true, clock, clock, true
  end
end

function T.nextSequence(t)
  t.sequence = t.sequence + 1
  t.dirty = true
  return t.sequence
end

function T.frontPosition(t)
  t.fronts = t.fronts + 1
  t.dirty = true
  return -t.fronts
end

-- Something in the topic can be claimed from then on.
function T.ready(t, at)
  at = max(at, 0)
  t.changed = min(t.changed or NEVER, at)
  if at < t.announced then
    t.announced = at
    t.dirty = true
    t.wake = min(t.wake or NEVER, at)
  end
end

-- Something in the topic dies at that time if nothing happens.
function T.mortal(t, at)
  if at < t.mortalFrom then
    t.mortalFrom = at
    t.dirty = true
  end
  if T.givesNotices(t) and at < t.announcedDeath then
    t.announcedDeath = at
    t.dirty = true
    notices.wake = min(notices.wake or NEVER, at)
  end
end

-- Who asked while the topic gave no notices of its deaths, or they were paused, was not told when to ask again.
function T.announceDeaths(t)
  t.announcedDeath, t.dirty = NEVER, true
  local death = T.first(T.key(t, MORTAL))
  if death ~= NEVER then
    T.mortal(t, death)
  end
end

-- Something in the topic is forgotten at that time.
function T.forgetFrom(t, at)
  if at < t.forgetFrom then
    t.forgetFrom, t.dirty = at, true
  end
end

-- The score of the first entry of an ordered set.
function T.first(set)
  T.flush()
  local head = call('ZRANGE', set, 0, 0, 'WITHSCORES')
  return head[2] and tonumber(head[2]) or NEVER
end

-- A kind of due time (0 a delay, 1 a time, 2 the front) as a point in time.
function T.resolve(kind, value)
  if kind == 0 then
    return up + value
  end
  return kind == 1 and max(up, value) or up
end

-- The size of the body in content that begins there.
function T.bodySize(s, at)
  local kind, length = s:byte(at, at + 1)
  return #s - at + 1 - (kind == 0 and 2 + length or 1)
end

-- Every operation begins by writing down what has become true, up to a budget; answers how many died, and how many
-- were forgotten.
function T.begin(budget)
  local died, forgotten = 0, 0
  for i = 1, subject do
    local t = i == 1 and source or notices
    if t.exists and now >= t.mortalFrom then
      died = died + L.recordDeaths(t, budget - died)
    end
    if t.exists and now >= t.forgetFrom then
      forgotten = forgotten + L.forgetEnded(t, max(budget - died - forgotten, 0))
    end
  end
  T.flush()
  return died, forgotten
end

function T.tell(t)
  local at = t.wake
  if not at and t.changed and call('EXISTS', T.key(t, WATCH)) == 1 then
    at = t.changed
  end
  if at then
    -- Everything is written by now; who is not told finds out when he looks.
    redis.pcall('PUBLISH', ARGV[2], string.format('%.0f\n%.0f\n%s', max(0, at * 1000 - micros), at, t.name))
  end
end

local deaths = {}

-- The end of every script: writes the state of the topics, tells claimers, replies.
function T.finish(answer)
  local unlisted = 0
  T.flush()
  for i, t in ipairs({ source, notices or nil }) do
    if t.exists and (t.dirty or (mustWrite == 1 and t == meant)) then
      T.open()
      call('SET', T.key(t, STATE), T.encodeTopic(t))
    end
    if t.exists and not t.listed then
      unlisted = unlisted + i
    end
    T.tell(t)
  end
  return { pack('>I7B', micros, unlisted), deaths, answer }
end
