/*
 * Functions at which different clauses of a script run: each firing runs its
 * clauses in order, and knows its name.
 *
 * @needs kprobe
 * @trigger kcalls
 * @timeout 60
 */
#pragma D option quiet

fbt::vfs_read:entry,
fbt::ksys_read:entry
/pid == $target && arg2 == 300/
{
	printf("first %s %s\n", probefunc, probename);
	self->in = 1;
}

fbt::vfs_re?d:entry
/pid == $target && arg2 == 300/
{
	printf("second %s\n", probefunc);
}

fbt::vfs_read:return,
fbt::ksys_read:return,
fbt::ksys_*ead:entry
/self->in/
{
	printf("third %s %s %s\n", probefunc, probename,
	    stringof(probename) == "return" ? "" : "again");
}

fbt::ksys_read:return
{
	self->in = 0;
}

rawfbt::vfs_read:return
/self->in/
{
	printf("raw %s %s %d\n", probeprov, probefunc, arg1);
}
