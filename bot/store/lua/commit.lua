-- One step of a run, whole or not at all.
local run, fence, version, id, folded, min_reader, next_at = unpack(ARGV, 1, 7)
local last, ttl, audit_head, audit_ms, fold_ms = ARGV[8] == '1', ARGV[9], ARGV[10], ARGV[11], ARGV[12]
local has_snapshot, snapshot = ARGV[13] == '1', ARGV[14]
local runs_most, ended_most, secrets_ms = tonumber(ARGV[15]), tonumber(ARGV[16]), tonumber(ARGV[17])
local at = 18
local header, mail = K('run', run), K('mail', run)

-- The next list of the arguments: its first and last place.
local function part()
  local first = at + 1
  at = at + 1 + ARGV[at]
  return first, at - 1
end
local entries, entries_end = part()
local lines, lines_end = part()
local start, start_end = part()
local drop, drop_end = part()
local audit, audit_end = part()
local asked, asked_end = part()
local listed, listed_end = part()

local waiting, done = call('LRANGE', mail, 0, -1), 0
while waiting[done + 1]
    and tonumber(string.match(waiting[done + 1], '^{"seq":(%d+)')) <= tonumber(folded) do
  done = done + 1
end
local rest = {}
for i = done + 1, #waiting do rest[#rest + 1] = waiting[i] end
local target = version + entries_end - entries + 1
local was = header_of(run)
local saved = tonumber(was.version) or 0

-- The step's own id comes first: saved is saved, whoever has taken the run since.
if was.id == id and saved == target then
  return {'already', saved, now, rest, was.away, call('PTTL', header)}
end
if tonumber(fence) < 1 or was.fence ~= fence or saved ~= tonumber(version) then return {'fenced'} end
if last and #rest > 0 then return {'more', rest} end

local function append(kind, first, final)
  for i = first, final, 1000 do
    call('RPUSH', K(kind, run), unpack(ARGV, i, math.min(i + 999, final)))
  end
end
local weight = tonumber(was.log_bytes) or 0
for i = entries, entries_end do weight = weight + #ARGV[i] end
-- What the header says anew, written at once and first: each write has a cost on disk, and this one
-- is refused by a full server, and the whole script with it.
local new = {'id', id}
local function set(field, value)
  if was[field] ~= tostring(value) then
    new[#new + 1] = field
    new[#new + 1] = value
  end
end
set('version', target)
set('folded', folded)
set('tries', 0)
set('next_at', next_at)
set('log_bytes', has_snapshot and 0 or weight)
set('min_reader', math.max(tonumber(min_reader), tonumber(was.min_reader) or 0))
if audit_end >= audit then set('audit_head', audit_head) end
if has_snapshot then
  set('snap_v', target)
  set('snap_bytes', #snapshot)
end
if listed_end >= listed then
  if ARGV[listed + 2] ~= '' then set('about', ARGV[listed + 2]) end
  set('doing', ARGV[listed + 3])
end
-- A run that is taken up again may have its thread back.
set('ended', last and 1 or '')
-- The caller goes on with what it is told of; if it doesn't, others look soon.
local parked, busy = was.parked ~= '', #rest > 0
if not parked then set('busy', busy and int(now + fold_ms) or '') end
call('HSET', header, unpack(new))

append('log', entries, entries_end)
append('lines', lines, lines_end)
append('audit', audit, audit_end)
if has_snapshot then call('SET', K('snap', run), snapshot) end

-- Of a request: its number, its record, its news, its deadline while it is open, when it ended.
local records = {}
for i = asked, asked_end, 5 do
  if ARGV[i + 1] ~= '' then
    records[#records + 1], records[#records + 2] = ARGV[i], ARGV[i + 1]
  end
  if ARGV[i + 2] ~= '' then
    records[#records + 1], records[#records + 2] = ARGV[i] .. ':now', ARGV[i + 2]
  end
end
if #records > 0 then call('HSET', K('req', run), unpack(records)) end
local claims = {}
for i = start, start_end, 2 do
  claims[#claims + 1], claims[#claims + 2] = int(now + ARGV[i + 1]), ARGV[i]
end
if #claims > 0 then call('ZADD', K('claims', run), unpack(claims)) end
if drop_end >= drop then call('ZREM', K('claims', run), unpack(ARGV, drop, drop_end)) end
if done > 0 then call('LTRIM', mail, done, -1) end

if parked then
  forget(run)
elseif busy then
  call('ZADD', OWED, int(now + fold_ms), run)
else
  arm(run)
end

-- A run that waits outlives what it waits for. Its keys are set to lapse a little later than they
-- must, so that few commits have to do it for all of them.
local ms = tonumber(int(ttl + math.max((tonumber(next_at) or now) - now, 0)))
local spare = math.floor(ms / 32)
local left = call('PTTL', header)
if left < ms or left > ms + 2 * spare then
  left = ms + spare
  keep(run, int(left))
else
  for _, kind in ipairs({'log', 'lines', 'snap', 'claims', 'req'}) do
    if call('PTTL', K(kind, run)) == -1 then call('PEXPIRE', K(kind, run), left) end
  end
end

local function outlive(key, least)
  if call('PTTL', key) < tonumber(least) then call('PEXPIRE', key, int(least + least / 32)) end
end
if audit_end >= audit then outlive(K('audit', run), audit_ms) end

-- The lists that people look at. Each lives as long as the longest-lived of what it names.
local function enlist(list, score, member, most)
  call('ZADD', list, score, member)
  if most then call('ZREMRANGEBYRANK', list, 0, -most - 1) end
  outlive(list, left)
end
for i = asked, asked_end, 5 do
  local id, deadline, ended = run .. '.' .. ARGV[i], ARGV[i + 3], ARGV[i + 4]
  if deadline ~= '' then enlist(OPEN, deadline, id) else call('ZREM', OPEN, id) end
  if ended ~= '' then enlist(ENDED, ended, id, ended_most) end
end
if listed_end >= listed then
  local owner, number = unpack(ARGV, listed, listed_end)
  -- What is the newest here stays it, and moves among other shards' to within some seconds.
  local runs = K('runs', owner)
  local newest = call('ZREVRANGE', runs, 0, 0, 'WITHSCORES')
  if newest[1] ~= run or now - newest[2] > 5000 then enlist(runs, int(now), run, runs_most) end
  if number ~= '' then enlist(LIVE, number, run) else call('ZREM', LIVE, run) end
end

if last then
  for _, field in ipairs({'thread', 'also'}) do
    local index, past = K('idx', was[field]), K('past', was[field])
    if call('GET', index) == run then
      call('SET', index, '-', 'PX', int(left))
      call('SET', past, run, 'PX', int(left))
    end
  end
  -- What it was given in confidence has no use any more, but if somebody asks again soon.
  for _, name in ipairs(call('ZRANGE', K('secrets', run), 0, -1)) do
    local key = K('secret', run .. ':' .. name)
    if call('PTTL', key) > secrets_ms then call('PEXPIRE', key, secrets_ms) end
  end
end
return {'committed', target, now, rest, was.away, left}
