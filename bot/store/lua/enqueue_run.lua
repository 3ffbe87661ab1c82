-- Mail for a run of this shard. A key is refused a second time, but the sender's own resend (same
-- token) gets the first answer again. Mail that came by a thread isn't for a run that has ended.
local run, scope, key, body, token, seen_ms, at, drop = unpack(ARGV, 1, 8)
local side, by_thread = {ARGV[9], ARGV[10], ARGV[11]}, ARGV[12] == '1'
local taker = {ARGV[13], ARGV[14], ARGV[15]}

local seen = K('seen', scope .. ':' .. key)
local mine, _, before = kept_key(seen)
if mine then
  if mine ~= token then return {'duplicate', run} end
  return repeated(run, before)
end
if call('EXISTS', K('run', run)) == 0 then return {'gone', run} end
if by_thread and H(run, 'ended') ~= '' then return {'gone', run} end

local took = at_once(run, taker)
keep_key(seen, seen_ms, token, run, took)
extend(run, seen_ms)
if drop ~= '' then call('ZREM', K('claims', run), drop) end
return deliver(run, tonumber(at) or now, key, body, side, took, taker)
