#!/usr/sbin/dtrace -Cs
/*
 * A log of all calls of a process: those of a known form with their arguments, others by name, followed by a table.
 * @trigger work missing:1 read:2:64 nobody:1 seek:1:5
 * @args -DTABLE
 */
#pragma D option quiet
#pragma D option strsize=64

#define IS_PATH_CALL (probefunc == "openat" || probefunc == "mkdirat" || probefunc == "newfstatat")
#define OUTCOME errno ? "failed with " : "gave ", errno ? errno : (int)arg0

pid$target:a.out:step_*:entry { self->on = 1; }
pid$target:a.out:step_*:return { self->on = 0; }

syscall:::entry
/self->on/
{
	self->first = arg0;
	self->second = arg1;
	self->third = arg2;
	self->known = 0;
#ifdef TABLE
	@log[probefunc] = count();
#endif
}

syscall:::return
/self->on && IS_PATH_CALL/
{
	printf("%s \"%S\": %s%d\n", probefunc, copyinstr(self->second), OUTCOME);
	self->known = 1;
}

syscall::read:return,
syscall::lseek:return
/self->on/
{
	printf("%s %d, %d: %s%d\n", probefunc, self->first, probefunc == "read" ? self->third : self->second, OUTCOME);
	self->known = 1;
}

syscall:::return
/self->on && !self->known/
{
	printf("%s: %s%d\n", probefunc, OUTCOME);
}

#ifdef TABLE
END
{
	printa("%10s %@d\n", @log);
}
#endif
