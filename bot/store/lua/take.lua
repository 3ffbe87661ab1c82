-- The run under a new fence.
local run, have, reader, lease, fold_ms, later_ms = unpack(ARGV, 1, 6)
if call('EXISTS', K('run', run)) == 0 then
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
return seize(run, have, lease, fold_ms)
