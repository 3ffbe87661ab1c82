-- In front of every script. KEYS[1] is what all keys of the shard start with; keys.py lists them.
-- No table that goes into a reply or a command may hold nil: Redis cuts it short there.
local P, OWED, HINTS = KEYS[1], KEYS[1] .. 'owed', KEYS[1] .. 'hints'
local OPEN, ENDED, LIVE = KEYS[1] .. 'open', KEYS[1] .. 'ended', KEYS[1] .. 'live'
local call = redis.call
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function K(kind, id) return P .. kind .. ':' .. id end

-- A header field, '' if absent.
local function H(run, field) return call('HGET', K('run', run), field) or '' end

-- Numbers of 13 digits must never be written as 1.7e+12.
local function int(n) return string.format('%.0f', n) end

-- The body is JSON already and isn't read here: encoding it anew would change big numbers.
local function item(seq, at, key, body)
  return '{"seq":' .. int(seq) .. ',"at":' .. int(at) .. ',"key":' .. cjson.encode(key)
    .. ',"body":' .. body .. '}'
end

-- Sets when the run's keys lapse, its place in its threads included.
local function keep(run, ms)
  for _, kind in ipairs({'run', 'mail', 'log', 'lines', 'snap', 'claims', 'req'}) do
    call('PEXPIRE', K(kind, run), ms)
  end
  for _, field in ipairs({'thread', 'also'}) do
    local index = K('idx', H(run, field))
    if call('GET', index) == run then call('PEXPIRE', index, ms) end
  end
end

-- Mail that was just saved must not lapse with its run within hours.
local function extend(run, ms)
  if call('PTTL', K('run', run)) < tonumber(ms) then keep(run, ms) end
end

local function push(run, at, key, body)
  local mail = K('mail', run)
  local size = call('RPUSH', mail, item(call('HINCRBY', K('run', run), 'seq', 1), at, key, body))
  if size == 1 then call('PEXPIRE', mail, math.max(call('PTTL', K('run', run)), 1)) end
end

-- Turns expired claims into mail.
local function lose(run)
  local claims = K('claims', run)
  for _, attempt in ipairs(call('ZRANGEBYSCORE', claims, '-inf', int(now))) do
    push(run, now, 'lost:' .. attempt, '{"kind":"lost","attempt":' .. cjson.encode(attempt) .. '}')
    call('ZREM', claims, attempt)
  end
end

-- Has somebody look at the run. While a worker is between take and commit its commit answers the
-- mail, so waking another would only make the two fence each other; it looks when the time is up.
local function wake(run)
  local at = math.max(tonumber(H(run, 'busy')) or 0, now)
  local owed = call('ZSCORE', OWED, run)
  if not owed or tonumber(owed) > at then call('ZADD', OWED, int(at), run) end
  if at == now then call('ZADD', HINTS, 'NX', int(now), run) end
end

-- Without mail: when the next timer or the first claim is up, else never.
local function arm(run)
  local at = tonumber(H(run, 'next_at'))
  local first = tonumber(call('ZRANGE', K('claims', run), 0, 0, 'WITHSCORES')[2])
  if first and (not at or first < at) then at = first end
  if at then call('ZADD', OWED, int(at), run) else call('ZREM', OWED, run) end
end

local function forget(run)
  call('ZREM', OWED, run)
  call('ZREM', HINTS, run)
end

-- Saves mail for a run that exists; `side` is {key, value, ms}, key '' for none.
local function deliver(run, at, key, body, side)
  push(run, at, key, body)
  if side[1] ~= '' then call('SET', K('side', run .. ':' .. side[1]), side[2], 'PX', side[3]) end
  if H(run, 'parked') ~= '' then return 'parked' end
  wake(run)
  return 'queued'
end
