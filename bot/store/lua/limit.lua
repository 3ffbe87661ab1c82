-- The chat said to wait: the bucket has its next turn then, and one at a time from there on.
local name, wait, every, burst = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local after = now + wait + (burst - 1) * every
local was = tonumber(call('GET', K('next', name)) or 0)
if after > was then call('SET', K('next', name), int(after), 'PX', int(after - now)) end
return 1
