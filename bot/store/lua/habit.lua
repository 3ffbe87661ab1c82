-- Notes the newest value of each argument. KEYS[1] is what the keys of a tool's target begin with.
for i = 3, #ARGV, 2 do
  local key = P .. ARGV[i]
  call('LPUSH', key, ARGV[i + 1])
  call('LTRIM', key, 0, ARGV[1] - 1)
  call('PEXPIRE', key, ARGV[2])
end
return 1
