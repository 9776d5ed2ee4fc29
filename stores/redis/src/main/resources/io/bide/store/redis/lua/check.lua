-- Tries every command that the scripts use, so that a user without the rights is told when the store is opened.
--
-- KEYS[1..3]  a string, a hash and an ordered set that nobody uses; they are gone afterwards
-- ARGV[1]     the channel of wake-ups
-- Reply: { 1 }
local call = redis.call
call('TIME')
call('DEL', KEYS[1], KEYS[2], KEYS[3])
call('SET', KEYS[1], '1')
call('GET', KEYS[1])
call('MGET', KEYS[1], KEYS[2])
call('SETRANGE', KEYS[1], 0, '1')
call('EXISTS', KEYS[1])
call('HSET', KEYS[2], 'a', '1')
call('HGET', KEYS[2], 'a')
call('HMGET', KEYS[2], 'a', 'b')
call('HDEL', KEYS[2], 'a')
call('ZADD', KEYS[3], 0, 'a')
call('ZRANGE', KEYS[3], 0, 0)
call('ZRANGEBYSCORE', KEYS[3], 0, 0)
call('ZRANGEBYLEX', KEYS[3], '-', '+')
call('ZCOUNT', KEYS[3], 0, 0)
call('ZCARD', KEYS[3])
call('ZREM', KEYS[3], 'a')
call('PUBLISH', ARGV[1], '')
call('UNLINK', KEYS[1], KEYS[2], KEYS[3])
return { 1 }
