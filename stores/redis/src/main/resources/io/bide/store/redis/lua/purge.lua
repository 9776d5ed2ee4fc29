-- Removes all messages of the topic; its settings, pause and numbers stay.
--
-- Answer: how many there were that somebody could have seen, as a number
--@include call
--@include entry
--@include content
--@include lives
T.begin(1000)

local count = 0
if meant.exists then
  local later = string.format('(%.0f', now)
  count = call('ZCARD', T.key(meant, DUE)) + call('ZCARD', T.key(meant, LEASE))
  for state = DONE, CANCELLED do
    count = count + call('ZCOUNT', T.endedKey(meant, state), later, '+inf')
  end
  T.open()
  for which = NEWEST, CANCELLED + 3 do
    call('UNLINK', KEYS[meant.base + which])
  end
  meant.freshTurn, meant.forgetFrom, meant.mortalFrom, meant.dirty = false, NEVER, NEVER, true
end
return T.finish(count)
