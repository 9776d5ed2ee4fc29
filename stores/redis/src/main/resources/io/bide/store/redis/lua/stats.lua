-- Counts what is in the topic.
--
-- ARGV[4..]  the upper bounds of the buckets of waiting messages, in ms from now
-- Answer: { how many in each of the seven states, as numbers; how many wait before each bound, as numbers;
--           packed B 1 paused, I6 since when the oldest ready one is ready, I6 when the next waiting one is due
--           (0: none, otherwise the time plus one) }
--@include call
--@include entry
--@include content
--@include lives
T.begin(1000)

--@define FRONTS_LOOKED_AT 1000
local counts, waiting = { 0, 0, 0, 0, 0, 0, 0 }, {}
local oldest, nextDue = NEVER, NEVER

local function firstFrom(set, least)
  local head = call('ZRANGEBYSCORE', set, least, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return head[2] and tonumber(head[2]) or NEVER
end

if meant.exists then
  local due, lease = T.key(meant, DUE), T.key(meant, LEASE)
  local later = string.format('(%.0f', now)
  counts[WAITING] = call('ZCOUNT', due, later, '+inf')
  counts[READY] = call('ZCOUNT', due, '-inf', now) + call('ZCOUNT', lease, '-inf', now)
  counts[LEASED] = call('ZCOUNT', lease, later, '+inf')
  for state = DONE, CANCELLED do
    counts[state] = call('ZCOUNT', T.endedKey(meant, state), later, '+inf')
  end
  oldest = min(firstFrom(due, 0), T.first(lease))
  oldest = oldest <= now and oldest or NEVER
  nextDue = firstFrom(due, later)
  for _, name in ipairs(call('ZRANGEBYSCORE', due, '-inf', '(0', 'LIMIT', 0, FRONTS_LOOKED_AT)) do
    oldest = min(oldest, L.find(meant, name).due)
  end
  for i = 4, #ARGV do
    waiting[i - 3] = call('ZCOUNT', due, later, string.format('(%.0f', now + tonumber(ARGV[i])))
  end
end
return T.finish({
  counts, waiting,
  pack('>BI6I6', meant.paused and 1 or 0, oldest ~= NEVER and oldest + 1 or 0, nextDue ~= NEVER and nextDue + 1 or 0),
})
