#!/usr/sbin/dtrace -Cs
/*
 * A screen of the busiest readers and writers each interval, with a header
 * that counts down: the test compares the sums of all screens with the load.
 * @trigger work read:40:256 nap:2:30000 write:30:128
 * @args -D ROWS=5
 * @awk $4 == "R" { r += $5 } $4 == "W" { w += $5 } END { print r, w }
 */
#pragma D option quiet

dtrace:::BEGIN
{
	lines = ROWS;
	secs = 1;
	total_r = 0;
	total_w = 0;
}

syscall::read:return, syscall::write:return
/pid == $target && (int)arg0 > 0/
{
	this->way = probefunc == "read" ? "R" : "W";
	@moved[uid, pid, execname, this->way] = sum(arg0);
	total_r += this->way == "R" ? arg0 : 0;
	total_w += this->way == "W" ? arg0 : 0;
}

profile:::tick-20ms
{
	secs--;
}

profile:::tick-20ms
/secs == 0/
{
	printf("at %Y: read %d K, written %d K\n", walltimestamp, total_r / 1024, total_w / 1024);
	printf("%-8s %-6s %-16s %1s %10s\n", "user", "process", "program", "way", "sum");
	trunc(@moved, lines);
	printa("%-8d %-6d %-16s %1s %@10d\n", @moved);
	printf("\n");
	trunc(@moved);
	total_r = 0;
	total_w = 0;
	secs = 1;
}

dtrace:::END
{
	trunc(@moved, lines);
	printa("%-8d %-6d %-16s %1s %@10d\n", @moved);
}
