-- Gives topics back that were not swept to the end: it is their turn again.
--
-- KEYS[1]  ordered set: when it is next -> topic
-- ARGV     the topics
-- Reply: { 1 }
redis.call('ZREM', KEYS[1], '')
for _, topic in ipairs(ARGV) do
  redis.call('ZADD', KEYS[1], 'XX', 0, topic)
end
return { 1 }
