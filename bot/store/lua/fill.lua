-- Who fills in a form, and the draft. KEYS[1] is the whole key here.
-- ARGV: who, lease ms, kept ms, over (1 or 0), whether there is a draft (1 or 0), the draft.
local by, until_ = call('HGET', P, 'by'), tonumber(call('HGET', P, 'until')) or 0
local mine = not by or by == ARGV[1]
if not mine and until_ > now then
  return {'theirs', by, int(until_), ''}
end
if not mine and ARGV[4] ~= '1' then
  return {'left', by, int(until_), ''}
end
until_ = now + ARGV[2]
call('HSET', P, 'by', ARGV[1], 'until', int(until_))
if ARGV[5] == '1' then call('HSET', P, 'draft', ARGV[6]) end
call('PEXPIRE', P, ARGV[3])
return {'yours', ARGV[1], int(until_), call('HGET', P, 'draft') or ''}
