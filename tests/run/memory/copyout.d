/*
 * copyout and copyoutstr change data of a process, at a return from the
 * kernel; a read-only page is a fault. copyout takes a string, too.
 *
 * @needs probe_write_user
 * @args -w
 * @trigger kcalls buffer
 */
#pragma D option quiet

syscall::read:entry
/pid == $target && arg2 % 100 == 0 && arg2 <= 500/
{
	self->to = arg1;
	self->size = arg2;
}

syscall::read:return
/self->to && self->size != 200/
{
	this->text = (char *)alloca(8);
	this->text[0] = 'w';
	this->text[1] = 'r';
	this->text[2] = 'i';
	this->text[3] = 't';
	this->text[4] = 't';
	this->text[5] = 'e';
	this->text[6] = 'n';
	this->text[7] = '\0';
	copyout(this->text, self->to, 8);
}

syscall::read:return
/self->to && self->size == 200/
{
	copyoutstr("a longer text", self->to, 9);
}

syscall::read:return
/self->to && self->size == 300/
{
	copyoutstr("!", self->to + 3, 1);
}

syscall::read:return
/self->to && self->size == 500/
{
	copyout(strjoin("X", "Y"), self->to + 1, 2);
}

syscall::read:return
/self->to/
{
	self->to = 0;
}
