#!/usr/sbin/dtrace -s
/*
 * Time in each system call, counts, a total; the test checks only the sum of the times.
 * @trigger work read:10:64 getppid:10
 * @awk $1 == "all:" { total = $2 } NF == 3 && $1 != "CALL" { sum += $3; print $1, $2 } END { print (total == sum && sum > 0) }
 * @filter sort
 */
#pragma D option quiet

syscall::read:entry,
syscall::getppid:entry
/pid == $target/
{
	self->start = timestamp;
}

syscall::read:return,
syscall::getppid:return
/self->start/
{
	this->elapsed = timestamp - self->start;
	@n[probefunc] = count();
	@t[probefunc] = sum(this->elapsed);
	@total["all:"] = sum(this->elapsed);
	self->start = 0;
}

END
{
	printf("%-16s %8s %16s\n", "CALL", "TIMES", "ns");
	printa("%-16s %@8d %@16d\n", @n, @t);
	printa("%-16s %@16d\n", @total);
}
