-- A turn in several buckets at once: 0, or the ms until it may come. KEYS[1] is the pace's prefix.
-- `next` is when the bucket would be full again; a call moves it on by one interval.
-- Sent twice it takes two turns, which is slower, never faster.
local mark, priority, grace = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local FIELDS, CLASS = 4, 1e13 -- a class is wider than any time in ms
local score, wait, blocked = priority * CLASS + now, 0, {}

local function next_of(name) return math.max(tonumber(call('GET', K('next', name)) or 0), now) end

for i = 4, #ARGV, FIELDS do
  local name, every, burst = ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local queue, due = K('queue', name), K('due', name)
  -- Who didn't come back for a turn that was theirs has none any more.
  for _, gone in ipairs(call('ZRANGEBYSCORE', due, '-inf', int(now - grace))) do
    call('ZREM', queue, gone)
    call('ZREM', due, gone)
  end
  local ahead = mark ~= '' and call('ZRANK', queue, mark)
    or call('ZCOUNT', queue, '-inf', int(score))
  -- Those ahead, this one, and what is kept for more urgent ones must all fit.
  local left = next_of(name) + (ahead + 1 + tonumber(ARGV[i + 3]) - burst) * every - now
  if left > 0 then blocked[#blocked + 1] = {queue, due, left} end
  wait = math.max(wait, left)
end

if wait > 0 then
  for _, where in ipairs(mark ~= '' and blocked or {}) do
    local queue, due, left = where[1], where[2], where[3]
    call('ZADD', queue, 'NX', int(score), mark)
    call('ZADD', due, int(now + wait), mark)
    local ms = math.ceil(math.max(wait, left) + grace)
    for _, key in ipairs({queue, due}) do
      if call('PTTL', key) < ms then call('PEXPIRE', key, ms) end
    end
  end
  return math.ceil(wait)
end

for i = 4, #ARGV, FIELDS do
  local name, after = ARGV[i], next_of(ARGV[i]) + tonumber(ARGV[i + 1])
  call('SET', K('next', name), int(after), 'PX', int(math.max(after - now, 1)))
  call('ZREM', K('queue', name), mark)
  call('ZREM', K('due', name), mark)
end
return 0
