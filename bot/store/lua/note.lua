-- One line of the record outside runs, once by its token.
local line, token, ms = ARGV[1], ARGV[2], ARGV[3]
if call('SET', K('noted', token), 1, 'NX', 'PX', ms) then call('RPUSH', P .. 'lines', line) end
return 1
