-- Who is there, of one kind: each member until its time. KEYS[1] is the whole key here.
call('ZREMRANGEBYSCORE', P, '-inf', now)
call('ZADD', P, now + ARGV[2], ARGV[1])
if call('PTTL', P) < tonumber(ARGV[2]) then call('PEXPIRE', P, ARGV[2]) end
return call('ZCARD', P)
