-- Writes or deletes a record if it is at the expected version.
--
-- KEYS[1]  hash: key -> I7 version and the value; the last version used under the empty key
-- KEYS[2]  ordered set of the keys, all with score 0
-- ARGV[1]  the key
-- ARGV[2]  the expected version, 0 for none
-- ARGV[3]  1 to write, 0 to delete
-- ARGV[4]  the value
-- ARGV[5]  the channel of changes
-- Reply: { 1 } if it was written, else { 0 }
local known = redis.call('HGET', KEYS[1], ARGV[1])
local version = known and struct.unpack('>I7', known) or 0
if version ~= tonumber(ARGV[2]) then
  return { 0 }
end
if ARGV[3] == '1' then
  local last = redis.call('HGET', KEYS[1], '')
  local nextVersion = (last and struct.unpack('>I7', last) or 0) + 1
  redis.call('HSET', KEYS[1], '', struct.pack('>I7', nextVersion), ARGV[1], struct.pack('>I7', nextVersion) .. ARGV[4])
  redis.call('ZADD', KEYS[2], 0, ARGV[1])
else
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
end
redis.call('PUBLISH', ARGV[5], ARGV[1])
return { 1 }
