-- What messages carry, in the hash MORE:
--   'b' I8 sequence            the content of a plain message that is large
--   'i' I8 chain, I4 number    an item of a merged message: B length and token, then its content
--   't' id 0 token             a token: I8 chain and I4 number of its item, 16 bytes digest, and the first
--                              answer: B how, I6 created, I6 due, I4 items
-- Content: B type (0: B length and the name of the type; 1 binary, 2 text, 3 JSON), then the bytes.
-- A token is known for as long as its field is there. That of a plain message that is the newest of its id
-- is kept in the message alone.
local LARGE = 512

local function bodySize(content)
  local kind, length = content:byte(1, 2)
  return #content - (kind == 0 and 2 + length or 1)
end

local function itemField(chain, n)
  return 'i' .. pack('>I8I4', chain, n)
end

local function tokenField(id, token)
  return 't' .. id .. '\0' .. token
end

local function missing(e, what)
  error('BIDECORRUPT the ' .. what .. ' of message ' .. e.id .. ' of topic ' .. e.t.name .. ' is missing')
end

local function putContent(e, content)
  if #content <= LARGE then
    e.content = content
  else
    e.large = true
    call('HSET', key(e.t, MORE), 'b' .. pack('>I8', e.sequence), content)
  end
end

local function plainContent(e)
  return e.content or call('HGET', key(e.t, MORE), 'b' .. pack('>I8', e.sequence)) or missing(e, 'body')
end

local function dropContent(e)
  e.content = nil
  if e.large then
    e.large = false
    call('HDEL', key(e.t, MORE), 'b' .. pack('>I8', e.sequence))
  end
end

local function putItem(e, n, token, content)
  call('HSET', key(e.t, MORE), itemField(e.chain, n), pack('>B', #token) .. token .. content)
end

-- The items [from, to) as they are stored.
local function items(e, from, to)
  local found = {}
  while from < to do
    local fields = {}
    for n = from, min(to, from + 500) - 1 do
      fields[#fields + 1] = itemField(e.chain, n)
    end
    for i, item in ipairs(call('HMGET', key(e.t, MORE), spread(fields))) do
      found[#found + 1] = item or missing(e, 'item ' .. (from + i - 1))
    end
    from = from + #fields
  end
  return found
end

local function splitItem(item)
  local token, at = unpack('>Bc0', item)
  return token, sub(item, at)
end

local function putToken(e, n, token, digest, how, created, due, count)
  call('HSET', key(e.t, MORE), tokenField(e.id, token),
    pack('>I8I4c16BI6I6I4', e.chain, n, digest, how, created, due, count))
end

-- Removes a token, unless it has been used again for another item since.
local function dropToken(e, n, token)
  local stored = call('HGET', key(e.t, MORE), tokenField(e.id, token))
  if stored then
    local chain, number = unpack('>I8I4', stored)
    if chain == e.chain and number == n then
      call('HDEL', key(e.t, MORE), tokenField(e.id, token))
    end
  end
end

-- Removes the items [from, to) and their tokens.
local function dropItems(e, from, to)
  while from < to do
    local stop = min(to, from + 500)
    local fields = {}
    for i, item in ipairs(items(e, from, stop)) do
      local token = splitItem(item)
      if token ~= '' then
        dropToken(e, from + i - 1, token)
      end
      fields[i] = itemField(e.chain, from + i - 1)
    end
    call('HDEL', key(e.t, MORE), spread(fields))
    from = stop
  end
end

-- The message as it is shown: its state, its id and its record, then contents that are not in the record.
local function view(e, contents)
  local shown = { pack('>BI2', stateOf(e), #e.id) .. e.id .. encode(e) }
  for i, content in ipairs(contents) do
    shown[i + 1] = content
  end
  return shown
end

-- The message as peek shows it, with up to 100 items.
local function look(e)
  local contents = {}
  if e.dropped then
    return view(e, contents)
  end
  if e.merged then
    for i, item in ipairs(items(e, e.from, min(e.stop, e.from + 100))) do
      local _, content = splitItem(item)
      contents[i] = content
    end
  elseif e.large then
    contents[1] = plainContent(e)
  end
  return view(e, contents)
end
