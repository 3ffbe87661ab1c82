-- Hints the runs that somebody should look at by now, a batch at a time.
local lease, batch = ARGV[1], ARGV[2]
local due, hinted = call('ZRANGEBYSCORE', OWED, '-inf', int(now), 'LIMIT', 0, batch), 0
for _, run in ipairs(due) do
  if call('EXISTS', K('run', run)) == 0 or H(run, 'parked') ~= '' then
    forget(run)
  else
    call('ZADD', OWED, int(now + lease), run)
    call('ZADD', HINTS, 'NX', int(now), run)
    lose(run)
    hinted = hinted + 1
  end
end
return {hinted, #due}
