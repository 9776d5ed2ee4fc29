-- The short way, with which put, claim and settle begin: plain messages, which have no items, are not at the front and
-- alone of their id, in a topic in which nothing else has to be done. It is one piece without functions or
-- tables of messages, works on the bytes of the records, and sends one command for each key. What it cannot do it leaves to
-- the long way, the function 'general' of each script, which begins anew after what the short way has done. Redis makes every
-- function of a script anew for each call; 'general' shares no variable with what is around it, so that it costs
-- nothing unless it is called.
--
-- Strings in Lua are found by a hash of some of their bytes, always of the last one. So what differs between
-- records, the sequence, is their end; otherwise many records with similar bodies would be searched for in one list.
--
-- A plain record has no flags but those of options (1, 2, 4, 8, 16), 32 handed and 16384 (see entry.lua).
--@define NOT_PLAIN 245696
--@define NOT_PLAIN_OR_HANDED 245728
--@define HAS_TTL 1
-- What is forgotten on the way may wait for so many ms: then one call in many does it for all.
--@define PATIENCE_TO_FORGET 200
local spread, pack, parse = unpack, struct.pack, struct.unpack
local call, band, sub = redis.call, bit.band, string.sub

local now, up, micros, subject, mustWrite, partitions, firstSetting = parse('>I6I6I7BBI2', ARGV[1])
if now == 0 then
  local time = call('TIME')
  micros = time[1] * 1000000 + time[2]
  now, up = math.floor(micros / 1000), math.ceil(micros / 1000)
  -- For the long way: a call has one time.
  ARGV[1] = pack('>I6I6I7', now, up, micros) .. sub(ARGV[1], 20)
end
local found = call('MGET', KEYS[STATE], KEYS[WATCH])
local state, watched = found[1], found[2]

-- Of the state and the settings (see call.lua).
local plain, quiet, _ = false, false, nil
local stateFlags, mortalFrom, forgetFrom, sequence, fence, announced
local settingFlags, leaseSeconds, leaseNanos, retentionSeconds, retentionNanos, attempts
if state and subject == 1 then
  local version, known
  version, stateFlags, known, _, _, mortalFrom, forgetFrom, sequence, fence, announced = parse('>BBI2I8I6I6I6I8I8I6', state)
  if version == VERSION and known == partitions and now < mortalFrom and now < forgetFrom + PATIENCE_TO_FORGET then
    local settings, at = state, SETTINGS_AT
    if #state < SETTINGS_AT then
      settings, at = ARGV[1], firstSetting
    end
    settingFlags, leaseSeconds, leaseNanos, retentionSeconds, retentionNanos, _, _, _, attempts =
      parse('>BI6I4I6I4I6I4I4I4', settings, at)
    -- It is listed, and gives no notices or their keys are there.
    quiet = band(settingFlags, 4) == 0
    plain = band(stateFlags, 8) ~= 0 and (KEYS[12] or quiet)
  end
end

-- Tells claimers that something is ready at that time. Everything has been written by now.
local function tell(at)
  redis.pcall('PUBLISH', ARGV[2], string.format('%.0f\n%.0f\n%s', math.max(0, at * 1000 - micros), at, ARGV[3]))
end

-- Where the content of a record begins that has options. One that is damaged raises an error; see contentAt.
local function afterOptions(record, flags)
  local at = 1
  if band(flags, HAS_TTL) ~= 0 then
    at = at + 10
  end
  if band(flags, 2) ~= 0 then
    at = at + 10
  end
  if band(flags, 4) ~= 0 then
    at = at + 2 + parse('>I2', record, at)
  end
  if band(flags, 8) ~= 0 then
    at = at + 4 + parse('>I4', record, at)
  end
  if band(flags, 16) ~= 0 then
    at = at + 17 + parse('>B', record, at)
  end
  return at
end

-- Where the content of a record begins; nowhere if that cannot be told, which the long way finds out.
local function contentAt(record, flags)
  local options = band(flags, 31)
  if options <= HAS_TTL then
    return options == HAS_TTL and 11 or 1
  end
  local readable, at = pcall(afterOptions, record, flags)
  return readable and at or NEVER
end

-- When time ends a message if no lease is running. What begins with its options is at least as long as they are.
local function expiryOf(options, flags, due)
  if band(flags, HAS_TTL) == 0 then
    return NEVER
  end
  local seconds, nanos = parse('>I6I4', options)
  return due + seconds * 1000 + math.ceil(nanos / 1000000)
end
