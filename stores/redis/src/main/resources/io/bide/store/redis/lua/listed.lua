-- Notes that the topic and its notices are in the list of topics.
--
-- Answer: packed B 1
--@include call
for _, t in ipairs({ source, notices }) do
  if t.exists and not t.listed then
    t.listed, t.dirty = true, true
  end
end
return T.finish(pack('>B', 1))
