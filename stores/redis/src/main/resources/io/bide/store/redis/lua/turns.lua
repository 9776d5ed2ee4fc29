-- Hands out topics whose turn to be swept has come, each to one node, and gives them their next turn. With them go
-- those whose turn comes within half a period, so that all topics get to have their turns together.
--
-- KEYS[1]  ordered set: when it is next -> topic
-- ARGV[1]  how long until the next turn, in ms
-- ARGV[2]  how many topics at most
-- ARGV[3]  now in ms; 0 for Redis's own time
-- Reply: { how long until the next turn of any topic in ms, -1 if there is none; topic, ... }
local now, period = tonumber(ARGV[3]), tonumber(ARGV[1])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function untilNext()
  local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return head[2] and math.max(0, tonumber(head[2]) - now) or -1
end

-- The first write is one that Redis accepts when it is full.
redis.call('ZREM', KEYS[1], '')
local topics = {}
if untilNext() == 0 then
  local soon = string.format('%.0f', now + math.floor(period / 2))
  topics = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', soon, 'LIMIT', 0, ARGV[2])
end
for _, topic in ipairs(topics) do
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + period), topic)
end
return { string.format('%.0f', untilNext()), unpack(topics) }
