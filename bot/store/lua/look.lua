-- What is going on in a shard, as far as one person asks.
local person, runs, requests, since, number = unpack(ARGV, 1, 5)
local mine = K('runs', person)

-- What has lapsed with its run leaves the list; what is set aside is answered by nobody.
local function listed(list, run, at)
  local about = H(run, 'about')
  if about == '' then
    call('ZREM', list, run)
    return nil
  end
  return {run, at, about, H(run, 'doing'), H(run, 'parked') ~= '' and 1 or 0}
end
local function records(list, ids)
  local found = {}
  for _, id in ipairs(ids) do
    local run, n = string.match(id, '^(.*)%.(%d+)$')
    local body, news = unpack(call('HMGET', K('req', run), n, n .. ':now'))
    if not body then
      call('ZREM', list, id)
    elseif H(run, 'parked') == '' then
      found[#found + 1] = news and body .. '\n' .. news or body
    end
  end
  return found
end

local newest, entries = call('ZREVRANGE', mine, 0, runs - 1, 'WITHSCORES'), {}
for i = 1, #newest, 2 do
  entries[#entries + 1] = listed(mine, newest[i], tonumber(newest[i + 1]))
end
local numbered = {}
if number ~= '' then
  for _, run in ipairs(call('ZRANGEBYSCORE', LIVE, number, number)) do
    numbered[#numbered + 1] = listed(LIVE, run, 0)
  end
end
local open = records(OPEN, call('ZRANGE', OPEN, 0, requests - 1))
local ended, past = {}, 0
if since ~= '' then
  ended = records(ENDED, call('ZREVRANGEBYSCORE', ENDED, '+inf', since, 'LIMIT', 0, requests))
  past = call('ZCOUNT', ENDED, since, '+inf')
end
return {entries, call('ZCARD', mine), open, call('ZCARD', OPEN), ended, past, numbered}
