-- The long way, which every message can go. Most calls bring only messages that go the short one, and to make
-- these functions takes as long as to put ten of them: they are made when the first of them is asked for.
local function make()
--@include entry
--@include content
--@include lives
end

local longWay = { __index = function(functions, name)
  if make then
    local first = make
    make = nil
    first()
  end
  return rawget(functions, name)
end }
setmetatable(E, longWay)
setmetatable(C, longWay)
setmetatable(L, longWay)
