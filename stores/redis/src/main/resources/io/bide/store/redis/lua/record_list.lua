-- A page of records in the order of their keys' bytes.
--
-- KEYS     as in record_set.lua
-- ARGV[1]  where to begin, as ZRANGEBYLEX takes it
-- ARGV[2]  where to end
-- ARGV[3]  how many at most
-- Reply: key, I7 version and value, key, ...
local keys = redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], ARGV[2], 'LIMIT', 0, ARGV[3])
local page = {}
for _, key in ipairs(keys) do
  page[#page + 1] = key
  page[#page + 1] = redis.call('HGET', KEYS[1], key)
end
return page
