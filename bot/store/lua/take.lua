-- The run under a new fence. The first write is one that a full server refuses, so that it refuses
-- the whole script.
local run, have, reader, lease, fold_ms, later_ms = unpack(ARGV, 1, 6)
local header = K('run', run)
-- A transcript of no more than this comes along for a caller that knows nothing of the run yet.
local FEW_LINES, FEW_BYTES = 32, 8192
if call('EXISTS', header) == 0 then
  forget(run)
  return {'gone'}
end
if H(run, 'parked') ~= '' then
  forget(run)
  return {'parked'}
end
local needs = tonumber(H(run, 'min_reader')) or 0
if needs > tonumber(reader) then
  call('ZADD', OWED, int(now + later_ms), run)
  call('ZREM', HINTS, run)
  return {'too_new', needs}
end

local fence = call('HINCRBY', header, 'fence', 1)
local tries = call('HINCRBY', header, 'tries', 1)
call('HSET', header, 'busy', int(now + fold_ms))
call('ZADD', OWED, int(now + lease), run)
call('ZREM', HINTS, run)
lose(run)

local version, snap_v = tonumber(H(run, 'version')) or 0, tonumber(H(run, 'snap_v')) or 0
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
if version == 0 then past = call('GET', K('past', H(run, 'thread'))) or '' end
-- Where people are: the thread that a command's run was given, else the one that it started in.
local where = H(run, 'thread')
for _, field in ipairs({'also', 'away'}) do
  if H(run, field) ~= '' then where = H(run, field) end
end
return {
  'taken', fence, now, version, tonumber(H(run, 'folded')) or 0,
  call('LRANGE', K('mail', run), 0, -1), snap_v, snapshot, call('LRANGE', K('log', run), from, -1),
  length, tries, H(run, 'audit_head'), call('LLEN', K('audit', run)),
  tonumber(H(run, 'snap_bytes')) or 0, tonumber(H(run, 'log_bytes')) or 0, where, few, past,
}
