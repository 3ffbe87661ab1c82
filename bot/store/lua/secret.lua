-- What people gave a run in confidence: kept under a name each, with a list of the names.
local what, run, ms = ARGV[1], ARGV[2], ARGV[3]
local names = K('secrets', run)
local function key(name) return K('secret', run .. ':' .. name) end
if what == 'keep' then
  call('SET', key(ARGV[4]), ARGV[5], 'PX', ms)
  call('ZADD', names, int(now + ms), ARGV[4])
  call('PEXPIRE', names, ms)
  return 1
end
for i = 4, #ARGV do
  call('DEL', key(ARGV[i]))
  call('ZREM', names, ARGV[i])
end
return #ARGV - 3
