-- In front of every script. KEYS[1] is what all keys of the shard start with; keys.py lists them.
-- No table that goes into a reply or a command may hold nil: Redis cuts it short there.
local P, OWED, HINTS = KEYS[1], KEYS[1] .. 'owed', KEYS[1] .. 'hints'
local OPEN, ENDED, LIVE = KEYS[1] .. 'open', KEYS[1] .. 'ended', KEYS[1] .. 'live'
local call = redis.call
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- A transcript of no more than this comes along for a caller that knows nothing of its run yet.
local FEW_LINES, FEW_BYTES = 32, 8192

local function K(kind, id) return P .. kind .. ':' .. id end

-- A header field, '' if absent.
local function H(run, field) return call('HGET', K('run', run), field) or '' end

-- The whole header as it is now, in one read; absent fields are ''. It doesn't see later writes.
local function header_of(run)
  local all, fields = call('HGETALL', K('run', run)), {}
  for i = 1, #all, 2 do fields[all[i]] = all[i + 1] end
  return setmetatable(fields, {__index = function() return '' end})
end

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

-- The run under a new fence, with all that its worker needs. The first write is one that a full
-- server refuses, so that it refuses the whole script.
local function seize(run, have, lease, fold_ms)
  local header = K('run', run)
  local fence = call('HINCRBY', header, 'fence', 1)
  local tries = call('HINCRBY', header, 'tries', 1)
  call('HSET', header, 'busy', int(now + fold_ms))
  call('ZADD', OWED, int(now + lease), run)
  call('ZREM', HINTS, run)
  lose(run)

  local is = header_of(run)
  local version, snap_v = tonumber(is.version) or 0, tonumber(is.snap_v) or 0
  local from = tonumber(have)
  -- A caller ahead of us remembers a tail that a failover lost.
  if from > version then from = 0 end
  local snapshot = ''
  if snap_v > from then
    snapshot = call('GET', K('snap', run)) or ''
    from = snap_v
  else
    snap_v = 0
  end
  -- What the caller would ask for next.
  local length, few, past = call('LLEN', K('lines', run)), {}, ''
  if tonumber(have) == 0 and length > 0 and length <= FEW_LINES then
    few = call('LRANGE', K('lines', run), 0, -1)
    local weight = 0
    for _, line in ipairs(few) do weight = weight + #line end
    if weight > FEW_BYTES then few = {} end
  end
  if version == 0 then past = call('GET', K('past', is.thread)) or '' end
  -- Where people are: the thread that a command's run was given, else the one that it started in.
  local where = is.away
  if where == '' then where = is.also end
  if where == '' then where = is.thread end
  return {
    'taken', fence, now, version, tonumber(is.folded) or 0,
    call('LRANGE', K('mail', run), 0, -1), snap_v, snapshot, call('LRANGE', K('log', run), from, -1),
    length, tries, is.audit_head, call('LLEN', K('audit', run)),
    tonumber(is.snap_bytes) or 0, tonumber(is.log_bytes) or 0, where, few, past,
  }
end

-- The fence under which who brings mail takes the run too: '' if they don't want it, if somebody is
-- at it, or if it is in any trouble. `taker` is {reader, lease, fold_ms}, reader '' for none.
local function at_once(run, taker)
  if taker[1] == '' then return '' end
  local is = header_of(run)
  if is.parked ~= '' or (tonumber(is.busy) or 0) > now or (tonumber(is.tries) or 0) > 0
      or (tonumber(is.min_reader) or 0) > tonumber(taker[1]) then
    return ''
  end
  return int((tonumber(is.fence) or 0) + 1)
end

-- What is kept under the key of mail: the sender's token, the run, and the fence of a take at once.
local function keep_key(seen, ms, token, run, took)
  call('SET', seen, token .. ' ' .. run .. (took == '' and '' or ' ' .. took), 'PX', ms)
end
local function kept_key(seen)
  local value = call('GET', seen)
  if value then return string.match(value, '^(%S*) (%S*) ?(%d*)$') end
end

-- Saves mail for a run that exists; `side` is {key, value, ms}, key '' for none.
local function deliver(run, at, key, body, side, took, taker)
  push(run, at, key, body)
  if side[1] ~= '' then call('SET', K('side', run .. ':' .. side[1]), side[2], 'PX', side[3]) end
  if H(run, 'parked') ~= '' then return {'parked', run} end
  if took ~= '' then return {'queued', run, seize(run, 0, taker[2], taker[3])} end
  wake(run)
  return {'queued', run}
end

-- The first answer again, for a sender that didn't get it. If the run was taken in it and by nobody
-- since, nobody is at it: others are woken. It isn't taken anew, as whichever of two sends is heard,
-- the other would fence it.
local function repeated(run, took)
  if H(run, 'parked') ~= '' then return {'parked', run} end
  if took ~= '' and H(run, 'fence') == took then
    call('HSET', K('run', run), 'tries', 0)
    call('HDEL', K('run', run), 'busy')
    wake(run)
  end
  return {'queued', run}
end
