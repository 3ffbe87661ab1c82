-- Extends claims that still exist; one that has become Lost mail stays lost.
local run, lease = ARGV[1], ARGV[2]
local claims = K('claims', run)
local first = call('ZRANGE', claims, 0, 0, 'WITHSCORES')[2]
for i = 3, #ARGV do
  if call('ZSCORE', claims, ARGV[i]) then call('ZADD', claims, int(now + lease), ARGV[i]) end
end
-- Moves the look-out only if it was there for the claims.
local owed = call('ZSCORE', OWED, run)
if owed and first and tonumber(owed) == tonumber(first) then arm(run) end
return 1
