-- The short way of plain messages: no items, no time to live, not at the front, one of its id. What queues do all
-- day with such messages is done on the bytes of their records, at half the cost of making tables of them. Whatever is
-- not plain goes the long way, and so does what has gone it before in the same call; both ways write the same.
--
-- A plain record is a head of 28 bytes, the options, 24 bytes if it has been handed out, and the content (see entry.lua).
-- It has no flags but those of options (2, 4, 8, 16), 32 handed and 16384; all others together are 114625.

local P = {}

-- Where the options end that begin there; after the token and its digest there are so many bytes more.
function P.skip(s, flags, at, more)
  if band(flags, 2) ~= 0 then
    at = at + 10
  end
  if band(flags, 4) ~= 0 then
    at = at + 2 + unpack('>I2', s, at)
  end
  if band(flags, 8) ~= 0 then
    at = at + 4 + unpack('>I4', s, at)
  end
  if band(flags, 16) ~= 0 then
    at = at + 17 + unpack('>B', s, at) + more
  end
  return at
end

-- The newest record of an id, unless it has been changed in this call in the long way.
function P.record(id)
  return not meant.touched[id] and meant.records[id]
end

-- The flags of a plain record, how often it may be handed out, and where its options end; nothing if it is not plain
-- or damaged, which the long way finds out.
function P.read(record)
  if not record or #record < 28 then
    return nil
  end
  local version, flags = unpack('>BI3', record)
  if version ~= 1 or band(flags, 114625) ~= 0 then
    return nil
  end
  local at = 29
  if band(flags, 30) ~= 0 then
    local readable, stop = pcall(P.skip, record, flags, at, 7)
    at = readable and stop or NEVER
  end
  if #record < at + (band(flags, 32) ~= 0 and 23 or 0) then
    return nil
  end
  return flags, unpack('>I4', record, 25), at
end

-- What the ordered sets call it.
function P.member(record, id)
  return sub(record, 5, 12) .. id
end
