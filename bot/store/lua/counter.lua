-- The number of a value: the one that it has, or the next. KEYS[1] is the whole key here.
local number = call('HGET', P, ARGV[1])
if number then return tonumber(number) end
number = call('HLEN', P) + 1
call('HSET', P, ARGV[1], number)
return number
