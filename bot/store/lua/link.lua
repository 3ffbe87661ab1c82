-- A link to a form: KEYS[1] is the whole key here. ARGV[1] says what is done with it.
local what, value, ms = ARGV[1], ARGV[2], ARGV[3]
if what == 'make' then
  call('HSET', P, 'about', value)
  call('PEXPIRE', P, ms)
  return 1
end
if call('EXISTS', P) == 0 then return false end
if what == 'use' then
  -- Sent again by the same browser's request, it is the same use.
  if call('HSETNX', P, 'session', value) == 1 then return 1 end
  return call('HGET', P, 'session') == value and 1 or false
elseif what == 'sent' then
  return call('HSET', P, 'sent', 1)
end
local function is(field) return call('HGET', P, field) or '' end
return {is('about'), is('session'), is('sent'), call('PTTL', P)}
