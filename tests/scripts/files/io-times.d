#!/usr/sbin/dtrace -s
/*
 * Time of each request, from start to done, by its key (device and block): all started requests are done.
 * @trigger blocks 6 $TMP/file
 * @needs direct
 */
#pragma D option quiet

syscall::fsync:return /pid == $target/ { self->settled = 1; }
syscall::pwrite64:entry /self->settled/ { self->writes = 1; }
syscall::pwrite64:return { self->writes = 0; }

io:::start
/self->writes && args[0]->b_bcount >= 4096/
{
	start_time[args[0]->b_edev, args[0]->b_blkno] = timestamp;
	started++;
}

io:::done
/start_time[args[0]->b_edev, args[0]->b_blkno]/
{
	this->elapsed = timestamp - start_time[args[0]->b_edev, args[0]->b_blkno];
	@wait[args[1]->dev_statname != "" ? "disk" : "nothing"] = count();
	positive += this->elapsed > 0;
	start_time[args[0]->b_edev, args[0]->b_blkno] = 0;
}

END
{
	printf("%s\n", started >= 6 ? "all were seen" : "some were not");
	printf("%s\n", positive == started ? "each took some time" : "some took none, or are missing");
	clear(@wait);
	printa("%s %@d\n", @wait);
}
