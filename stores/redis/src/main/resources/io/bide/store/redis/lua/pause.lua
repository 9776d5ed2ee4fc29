-- Pauses the topic, which then exists, or resumes it.
--
-- ARGV[4]  1 to pause, 0 to resume
-- Answer: packed B 1
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

if ARGV[4] == '1' or meant.exists then
  T.open()
  T.create(meant)
  meant.paused, meant.dirty = ARGV[4] == '1', true
  if not meant.paused then
    meant.announced = NEVER
    local head = min(T.first(T.key(meant, DUE)), T.first(T.key(meant, LEASE)))
    if head ~= NEVER then
      T.ready(meant, head)
    end
    if meant == notices and source.exists then
      T.announceDeaths(source)
    end
  end
end
return T.finish(pack('>B', 1))
