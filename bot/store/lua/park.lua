-- Stops all wake-ups of the run, if the caller still has it.
local run, fence, keep_ms = ARGV[1], ARGV[2], ARGV[3]
if H(run, 'fence') ~= fence then return 0 end
call('HSET', K('run', run), 'parked', int(now))
forget(run)
extend(run, keep_ms)
return 1
