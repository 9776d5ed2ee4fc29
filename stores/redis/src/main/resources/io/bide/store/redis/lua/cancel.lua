-- Takes a message back.
--
-- ARGV[4]  the id
-- ARGV[5]  1 to void a running lease, 0 to refuse then
-- Answer: packed B answer (1 cancelled, 2 leased, 3 ended, 4 unknown), B state (0: none), I4 items removed
--@include call
--@include entry
--@include content
--@include lives
T.begin(ON_THE_WAY)

-- Of a leased message the items that were not handed out can be removed.
local function removeRest(e)
  local removed = e.merged and e.stop - e.handed or 0
  if removed > 0 then
    T.open()
    C.dropItems(e, e.handed, e.stop)
    e.stop, e.nextStart, e.ever, e.nextDue = e.handed, e.handed, e.handed, 0
    L.save(e)
  end
  return removed
end

local function cancel(e, newestOfId)
  if not e then
    local ended = L.remembered(newestOfId)
    return ended and pack('>BBI4', 3, ended.ended, 0) or pack('>BBI4', 4, 0, 0)
  end
  if E.leased(e) and ARGV[5] == '0' then
    return pack('>BBI4', 2, LEASED, removeRest(e))
  end
  L.finishLife(e, e.stop, CANCELLED, BY_CANCEL, now)
  return pack('>BBI4', 1, CANCELLED, 0)
end

return T.finish(cancel(L.live(meant, ARGV[4])))
