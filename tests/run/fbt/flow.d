/*
 * -F over all functions that a system call runs through: calls nest.
 *
 * @needs kprobe
 * @trigger kcalls
 * @filter cpu pid
 * @timeout 60
 */
#pragma D option flowindent

syscall::read:entry
/pid == $target && arg2 == 300/
{
	self->t = 1;
}

syscall::read:return
/self->t/
{
	self->t = 0;
}

fbt::ksys_read:,
fbt::vfs_read:,
fbt::rw_verify_area:,
fbt::read_iter_zero:,
fbt::read_zero:
/self->t/
{}
