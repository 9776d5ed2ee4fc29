-- Fixes how many partitions every topic has at least, when the store is opened for the first time.
--
-- KEYS[1]  string: how many it is
-- KEYS[2]  ordered set of all topics
-- ARGV[1]  how many this node wants
-- Reply: { how many it is, as text }
local fixed = redis.call('GET', KEYS[1])
if not fixed then
  -- Where there are topics already they were made with one.
  fixed = redis.call('EXISTS', KEYS[2]) == 1 and '1' or ARGV[1]
  -- One is what it is as long as nothing is noted, so that the store can be opened while Redis is full.
  local write = fixed == '1' and redis.pcall or redis.call
  write('SET', KEYS[1], fixed)
end
return { fixed }
