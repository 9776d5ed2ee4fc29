-- Removes every trace of an id.
--
-- ARGV[4]  the id
-- Answer: packed B the state that peek would have shown (0: none)
--@include call
--@include entry
--@include content
--@include lives
begin(ON_THE_WAY)

local alive, newestOfId = live(meant, ARGV[4])
local known = alive or remembered(newestOfId)
local state = known and stateOf(known) or 0
local e = newestOfId
while e do
  forget(e)
  e = newest(meant, ARGV[4])
end
return finish(pack('>B', state))
