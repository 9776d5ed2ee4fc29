-- Writes down what has become true and forgets what is over, in the topic and in its notices.
--
-- ARGV[4]  how many messages to look at, at most
-- Answer: packed I4 died, I4 forgotten, B what could be forgotten altogether (1 the topic, 2 its notices): it holds
--         nothing and was never configured or paused, B 1 if there is more to do
--@include call
--@include entry
--@include content
--@include lives
local budget = tonumber(ARGV[4])
subject = notices and 2 or 1
local died, forgotten = L.begin(budget)

local function isEmpty(t)
  if not t or not t.exists or t.configured or t.paused then
    return false
  end
  for which = DUE, CANCELLED + 3 do
    if which ~= MORTAL and call('EXISTS', T.key(t, which)) == 1 then
      return false
    end
  end
  return true
end

local empty = (isEmpty(source) and 1 or 0) + (isEmpty(notices) and 2 or 0)

local function isLeft(t)
  return t and t.exists and (t.mortalFrom <= now or t.forgetFrom <= now)
end

local left = (isLeft(source) or isLeft(notices)) and 1 or 0
return T.finish(pack('>I4I4BB', died, forgotten, empty, left))
