#!/usr/sbin/dtrace -s
/*
 * The output of a program, seen at its descriptor: text by length, with marks for line ends.
 * @trigger work say:4
 */
#pragma D option quiet
#pragma D option strsize=64

syscall::write:entry
/pid == $target && fds[arg0].fi_pathname == "/dev/null"/
{
	self->buf = arg1;
	self->len = arg2;
}

syscall::write:return
/self->buf/
{
	this->text = copyinstr(self->buf, self->len);
	printf("%s %2d %S\n", execname, strlen(this->text), this->text);
	self->buf = 0;
	self->len = 0;
}
