-- Adds topics to the list of topics; they are swept soon.
--
-- KEYS[1]  ordered set of all topics, with score 0
-- KEYS[2]  ordered set: when it is swept next -> topic
-- ARGV     the topics
-- Reply: { 1 }
-- The first write is one that Redis accepts when it is full: deaths have to be written down then, too.
redis.call('ZREM', KEYS[1], '')
for _, topic in ipairs(ARGV) do
  redis.call('ZADD', KEYS[1], 0, topic)
  redis.call('ZADD', KEYS[2], 'NX', 0, topic)
end
return { 1 }
