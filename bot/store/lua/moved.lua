-- Takes early mail off the thread that is in its run's mailbox now; answers what has come since.
for i = 2, #ARGV do call('LREM', K('early', ARGV[1]), 1, ARGV[i]) end
return call('LRANGE', K('early', ARGV[1]), 0, -1)
