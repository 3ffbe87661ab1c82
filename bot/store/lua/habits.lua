-- The values of each argument, the newest first. KEYS[1] is what their keys begin with.
local found = {}
for i, name in ipairs(ARGV) do found[i] = call('LRANGE', P .. name, 0, -1) end
return found
