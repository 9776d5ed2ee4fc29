-- Moves the due time of a message.
--
-- ARGV[4]  the id
-- ARGV[5]  packed: B kind of due time, I6 its value (see resolve)
-- Answer: packed B answer (1 rescheduled, 2 leased, 3 ended, 4 unknown), B state (0: none), I6 due
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

local kind, value = unpack('>BI6', ARGV[5])

local function reschedule(e, newestOfId)
  if not e then
    local ended = L.remembered(newestOfId)
    return ended and pack('>BBI6', 3, ended.ended, 0) or pack('>BBI6', 4, 0, 0)
  end
  local time = T.resolve(kind, value)
  if not E.leased(e) then
    e.movable = e.movable or E.leaseOver(e)
    e.due, e.leaseEnd = time, 0
    e.position = kind == 2 and T.frontPosition(meant) or time
  elseif e.merged and e.stop > e.nextStart then
    e.nextDue = time
  else
    return pack('>BBI6', 2, LEASED, 0)
  end
  L.save(e)
  return pack('>BBI6', 1, E.stateOf(e), time)
end

return T.finish(reschedule(L.live(meant, ARGV[4])))
