-- Keeps the index of a thread whose run is in another shard as long as the run, or frees it.
local thread, run, ms, last = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1'
local index = K('idx', thread)
if call('GET', index) ~= run then return 0 end
if last then
  call('SET', index, '-', 'PX', ms)
  call('SET', K('past', thread), run, 'PX', ms)
else
  call('PEXPIRE', index, ms)
end
return 1
