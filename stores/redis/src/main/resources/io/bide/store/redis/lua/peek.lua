-- Shows the live message of an id, else the newest ended one that is remembered.
--
-- ARGV[4]  the id
-- Answer: a message (see look), or nothing
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

local alive, newestOfId = L.live(meant, ARGV[4])
local known = alive or L.remembered(newestOfId)
return T.finish(known and C.look(known) or {})
