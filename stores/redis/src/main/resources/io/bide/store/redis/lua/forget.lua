-- Forgets a topic that holds nothing and was never configured or paused.
--
-- Answer: packed B 1 if it is gone, 0 if it holds something again
--@include call
--@include entry
--@include content
--@include lives
for which = NEWEST, CANCELLED + 3 do
  if call('EXISTS', T.key(meant, which)) == 1 then
    return T.finish(pack('>B', 0))
  end
end
if meant.configured or meant.paused then
  return T.finish(pack('>B', 0))
end
call('DEL', T.key(meant, STATE))
meant.exists, meant.dirty = false, false
return T.finish(pack('>B', 1))
