-- Writes down what has become true and forgets what is over, in the topic and in its notices.
--
-- ARGV[4]  how many messages to look at, at most
-- Answer: packed I4 died, I4 forgotten, B what is there (1 the topic, 2 its notices), B what has to stay (the same):
--         it holds something or was configured or paused, B 1 if there is more to do
--@include call
--@include entry
--@include content
--@include lives
local budget = tonumber(ARGV[4])
subject = notices and 2 or 1
local died, forgotten = T.begin(budget)

local function exists(t)
  return t and t.exists
end

local function stays(t)
  if not exists(t) then
    return false
  end
  for which = DUE, CANCELLED + 3 do
    if which ~= MORTAL and call('EXISTS', T.key(t, which)) == 1 then
      return true
    end
  end
  return t.configured or t.paused
end

local function flags(of)
  return (of(source) and 1 or 0) + (of(notices) and 2 or 0)
end

local function isLeft(t)
  return exists(t) and (t.mortalFrom <= now or t.forgetFrom <= now)
end

local left = (isLeft(source) or isLeft(notices)) and 1 or 0
return T.finish(pack('>I4I4BBB', died, forgotten, flags(exists), flags(stays), left))
