-- Replaces the settings of the topic, which then exists.
--
-- ARGV[4]  the settings (see call.lua)
-- ARGV[5]  how many partitions the topic has from now on
-- Answer: packed B 1 done, 0 not done, because the topic holds messages and its partitions would change
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

local function holdsNothing()
  for which = DUE, CANCELLED + 3 do
    if call('EXISTS', T.key(meant, which)) == 1 then
      return false
    end
  end
  return true
end

local wanted = tonumber(ARGV[5])
if meant == source and wanted ~= source.partitions then
  if not holdsNothing() or (notices and call('EXISTS', T.key(notices, NEWEST)) == 1) then
    return T.finish(pack('>B', 0))
  end
  source.partitions = wanted
end
T.open()
T.create(meant)
meant.settings, meant.parsed, meant.configured, meant.dirty = ARGV[4], nil, true, true
if notices then
  T.announceDeaths(meant)
else
  meant.announcedDeath = NEVER
end
return T.finish(pack('>B', 1))
