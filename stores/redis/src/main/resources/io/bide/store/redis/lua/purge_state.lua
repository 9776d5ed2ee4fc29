-- Removes ended messages in one state, in the order in which they will be forgotten.
--
-- ARGV[4]  the state
-- ARGV[5]  how many at most
-- Answer: how many, as a number
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

local later = string.format('(%.0f', now)
local found = call('ZRANGEBYSCORE', T.endedKey(meant, tonumber(ARGV[4])), later, '+inf', 'LIMIT', 0, ARGV[5])
for _, name in ipairs(found) do
  L.forget(L.find(meant, name))
end
return T.finish(#found)
