-- Gives a run back: the take counts as no try, and others look a little later.
local run, fence, later_ms = ARGV[1], ARGV[2], ARGV[3]
local header = K('run', run)
if H(run, 'fence') ~= fence or H(run, 'parked') ~= '' then return 0 end
call('HSET', header, 'tries', math.max((tonumber(H(run, 'tries')) or 0) - 1, 0))
call('HDEL', header, 'busy')
call('ZADD', OWED, int(now + later_ms), run)
return 1
