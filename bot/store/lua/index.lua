-- Makes the run the thread's, unless another is; answers the early mail, which stays until `moved`.
local thread, run, ms, shard = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local held = call('GET', K('idx', thread)) or '-'
-- The index may outlive its run by a moment.
if string.match(held, '^(%d+)%.') == shard and call('EXISTS', K('run', held)) == 0 then held = '-' end
if held ~= '-' and held ~= run then return {0, {}} end
call('SET', K('idx', thread), run, 'PX', ms)
return {1, call('LRANGE', K('early', thread), 0, -1)}
