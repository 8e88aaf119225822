/*
 * Arguments and results of kernel functions, raw and typed. A negative int is
 * negative although only 32 bits of its register are valid. do_mkdirat is
 * filename_mkdirat in Linux 7.
 *
 * @needs kprobe
 * @trigger kcalls
 * @timeout 60
 */
#pragma D option quiet

fbt:vmlinux:vfs_read:entry
/pid == $target && args[2] % 100 == 0 && args[2] <= 500/
{
	self->want = args[2];
	printf("%s %s %s %s: %d bytes, raw %d\n", probeprov, probemod,
	    probefunc, probename, args[2], arg2);
}

fbt:vmlinux:vfs_read:return
/self->want/
{
	printf("%s %s: arg0 %d, arg1 %d, args[1] %d\n", probefunc, probename,
	    arg0, arg1, args[1]);
	self->result = arg1;
}

syscall::read:return
/self->want/
{
	printf("read(2) gives %d%s\n", arg1,
	    arg1 == self->result ? "" : ", which is something else");
	self->want = 0;
}

fbt::[df]*_mkdirat:entry
/pid == $target/
{
	printf("mkdirat(%d, %s, 0%o)\n", args[0], stringof(args[1]->name),
	    args[2]);
}

fbt::[df]*_mkdirat:return
/pid == $target/
{
	printf("mkdirat gives %d, errno %d\n", arg1, -args[1]);
}
