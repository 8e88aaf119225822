#!/usr/sbin/dtrace -s
/*
 * A function and the system calls below it, by flowindent.
 * @trigger work pin read:2:10
 */
#pragma D option flowindent
#pragma D option quiet

pid$target:a.out:step_read:entry
{
	self->inside = 1;
}

pid$target:a.out:step_read:entry,
pid$target:a.out:step_read:return
{
}

syscall:::entry,
syscall:::return
/self->inside/
{
	printf("%d", arg0);
}

pid$target:a.out:step_read:return
{
	self->inside = 0;
}
