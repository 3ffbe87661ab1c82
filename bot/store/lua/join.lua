-- Notes in the run's header that it has a thread beside the one that it started in: `also` in this
-- shard, `away` in another. Answers for how long the run is kept, 0 if it is over.
local run, field, thread = ARGV[1], ARGV[2], ARGV[3]
if call('EXISTS', K('run', run)) == 0 or H(run, 'ended') ~= '' then return 0 end
call('HSET', K('run', run), field, thread)
return call('PTTL', K('run', run))
