-- Hands out topics whose turn to be swept has come, each to one node, and gives them their next turn.
--
-- KEYS[1]  ordered set: when it is next -> topic
-- ARGV[1]  how long until the next turn, in ms
-- ARGV[2]  how many topics at most
-- Reply: { how long until the next turn of any other topic in ms, topic, ... }
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local topics = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now), 'LIMIT', 0, ARGV[2])
-- The first write is one that Redis accepts when it is full.
redis.call('ZREM', KEYS[1], '')
for _, topic in ipairs(topics) do
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[1]), topic)
end
local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local wait = head[2] and math.max(0, tonumber(head[2]) - now) or tonumber(ARGV[1])
return { string.format('%.0f', wait), unpack(topics) }
