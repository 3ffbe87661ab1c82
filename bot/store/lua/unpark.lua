-- Gives a parked run its tries back and has somebody look at it.
local run = ARGV[1]
if H(run, 'parked') == '' then return 0 end
call('HSET', K('run', run), 'tries', 0)
call('HDEL', K('run', run), 'parked', 'busy')
wake(run)
return 1
