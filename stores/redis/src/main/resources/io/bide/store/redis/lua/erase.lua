-- Removes every trace of an id.
--
-- ARGV[4]  the id
-- Answer: packed B the state that peek would have shown (0: none)
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

local alive, newestOfId = L.live(meant, ARGV[4])
local known = alive or L.remembered(newestOfId)
local state = known and E.stateOf(known) or 0
local e = newestOfId
while e do
  L.forget(e)
  e = L.newest(meant, ARGV[4])
end
return T.finish(pack('>B', state))
