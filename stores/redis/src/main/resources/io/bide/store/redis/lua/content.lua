-- What messages carry, in the hash MORE:
--   'b' I8 sequence            the content of a plain message that is large
--   'i' I8 chain, I4 number    an item of a merged message: B length and token, then its content
--   't' id 0 token             a token: I8 chain and I4 number of its item, 16 bytes digest, and the first
--                              answer: B how, I6 created, I6 due, I4 items
-- Content: B type (0: B length and the name of the type; 1 binary, 2 text, 3 JSON), then the bytes.
-- A token is known for as long as its field is there. That of a plain message that is the newest of its id
-- is kept in the message alone.
--@define LARGE 512

function C.itemField(chain, n)
  return 'i' .. pack('>I8I4', chain, n)
end

function C.tokenField(id, token)
  return 't' .. id .. '\0' .. token
end

function C.missing(e, what)
  T.corrupt('the ' .. what .. ' of message ' .. e.id .. ' of topic ' .. e.t.name .. ' is missing')
end

function C.putContent(e, content)
  if #content <= LARGE then
    e.content = content
  else
    e.large = true
    call('HSET', T.key(e.t, MORE), 'b' .. pack('>I8', e.sequence), content)
  end
end

function C.plainContent(e)
  return e.content or call('HGET', T.key(e.t, MORE), 'b' .. pack('>I8', e.sequence)) or C.missing(e, 'body')
end

function C.dropContent(e)
  e.content = nil
  if e.large then
    e.large = false
    call('HDEL', T.key(e.t, MORE), 'b' .. pack('>I8', e.sequence))
  end
end

function C.putItem(e, n, token, content)
  call('HSET', T.key(e.t, MORE), C.itemField(e.chain, n), pack('>B', #token) .. token .. content)
end

-- The items [from, to) as they are stored.
function C.items(e, from, to)
  local found = {}
  while from < to do
    local fields = {}
    for n = from, min(to, from + 500) - 1 do
      fields[#fields + 1] = C.itemField(e.chain, n)
    end
    for i, item in ipairs(call('HMGET', T.key(e.t, MORE), spread(fields))) do
      found[#found + 1] = item or C.missing(e, 'item ' .. (from + i - 1))
    end
    from = from + #fields
  end
  return found
end

function C.splitItem(item)
  local token, at = unpack('>Bc0', item)
  return token, sub(item, at)
end

function C.putToken(e, n, token, digest, how, created, due, count)
  call('HSET', T.key(e.t, MORE), C.tokenField(e.id, token),
    pack('>I8I4c16BI6I6I4', e.chain, n, digest, how, created, due, count))
end

-- Removes a token, unless it has been used again for another item since.
function C.dropToken(e, n, token)
  local stored = call('HGET', T.key(e.t, MORE), C.tokenField(e.id, token))
  if stored then
    local chain, number = unpack('>I8I4', stored)
    if chain == e.chain and number == n then
      call('HDEL', T.key(e.t, MORE), C.tokenField(e.id, token))
    end
  end
end

-- Removes the items [from, to) and their tokens.
function C.dropItems(e, from, to)
  while from < to do
    local stop = min(to, from + 500)
    local fields = {}
    for i, item in ipairs(C.items(e, from, stop)) do
      local token = C.splitItem(item)
      if token ~= '' then
        C.dropToken(e, from + i - 1, token)
      end
      fields[i] = C.itemField(e.chain, from + i - 1)
    end
    call('HDEL', T.key(e.t, MORE), spread(fields))
    from = stop
  end
end

-- The message as it is shown: its state, its id and its record, then contents that are not in the record.
function C.view(e, contents, record)
  local shown = { pack('>BI2', E.stateOf(e), #e.id) .. e.id .. (record or E.encode(e)) }
  for i, content in ipairs(contents) do
    shown[i + 1] = content
  end
  return shown
end

-- The message as peek shows it, with up to 100 items.
function C.look(e)
  local contents = {}
  if e.dropped then
    return C.view(e, contents)
  end
  if e.merged then
    for i, item in ipairs(C.items(e, e.from, min(e.stop, e.from + 100))) do
      local _, content = C.splitItem(item)
      contents[i] = content
    end
  elseif e.large then
    contents[1] = C.plainContent(e)
  end
  return C.view(e, contents)
end
