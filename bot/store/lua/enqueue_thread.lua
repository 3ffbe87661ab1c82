-- Mail for whatever run the thread has. 'away' sends the caller to a run in another shard; what was
-- decided is kept under the key, so that a resend goes the same way. `over` is a run in another
-- shard that the caller found ended: the thread is free of it. `closes` takes the key even of mail
-- that nobody wants, so that no other comes by it.
local thread, key, body, token, seen_ms, shard, over = unpack(ARGV, 1, 7)
local side = {ARGV[8], ARGV[9], ARGV[10]}
local starts, ours, fresh, fresh_ms = ARGV[11] == '1', ARGV[12] == '1', ARGV[13], ARGV[14]
local closes, taker = ARGV[15] == '1', {ARGV[16], ARGV[17], ARGV[18]}

local index, early, seen = K('idx', thread), K('early', thread), K('seen', thread .. ':' .. key)
local held = call('GET', index) or ''
local function here(run) return string.match(run, '^(%d+)%.') == shard end
if here(held) and call('EXISTS', K('run', held)) == 0 then held = '-' end

local mine, went, before = kept_key(seen)
if over ~= '' then
  if held == over then
    call('SET', index, '-', 'PX', seen_ms)
    held = '-'
  end
  if went == over then mine = nil end
end
if mine then
  if went == '' then return {mine == token and 'early' or 'duplicate', held == '-' and '' or held} end
  if not here(went) then return {'away', went} end
  if mine ~= token then return {'duplicate', went} end
  return repeated(went, before)
end

local function saw(run, took) keep_key(seen, seen_ms, token, run, took or '') end
local free = held == '' or held == '-'

-- Behind early mail that is still to be moved everything waits in line.
if (held == '' and ours) or (not free and call('EXISTS', early) == 1) then
  saw('')
  call('RPUSH', early, item(0, now, key, body))
  call('PEXPIRE', early, seen_ms)
  return {'early', held}
end
if free and not starts then
  if closes then saw('') end
  return {'not_for_us', ''}
end
local took
if free then
  held, took = fresh, at_once(fresh, taker)
  saw(held, took)
  call('DEL', early)  -- said to nobody: no run had been on its way here
  call('HSET', K('run', held), 'fence', 0, 'version', 0, 'folded', 0, 'thread', thread)
  call('SET', index, held)
  keep(held, fresh_ms)
  -- Whatever waits here waits for a root's run that never came: nobody would ever move it.
  call('DEL', early)
elseif here(held) then
  took = at_once(held, taker)
  saw(held, took)
  extend(held, seen_ms)
else
  saw(held)
  return {'away', held}
end
return deliver(held, now, key, body, side, took, taker)
