-- Mail for a run of this shard. A key is refused a second time, but the sender's own resend (same
-- token) gets the first answer again. Mail that came by a thread isn't for a run that has ended.
local run, scope, key, body, token, seen_ms, at, drop = unpack(ARGV, 1, 8)
local side, by_thread = {ARGV[9], ARGV[10], ARGV[11]}, ARGV[12] == '1'

local seen = K('seen', scope .. ':' .. key)
local before = call('GET', seen)
if before then
  if string.match(before, '^%S*') ~= token then return {'duplicate', run} end
  return {H(run, 'parked') == '' and 'queued' or 'parked', run}
end
if call('EXISTS', K('run', run)) == 0 then return {'gone', run} end
if by_thread and H(run, 'ended') ~= '' then return {'gone', run} end

call('SET', seen, token .. ' ' .. run, 'PX', seen_ms)
extend(run, seen_ms)
if drop ~= '' then call('ZREM', K('claims', run), drop) end
return {deliver(run, tonumber(at) or now, key, body, side), run}
