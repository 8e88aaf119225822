#!/usr/sbin/dtrace -s
/*
 * Sizes of disk requests, by process.
 * @trigger blocks 8 $TMP/file
 * @needs direct
 */
#pragma D option quiet

syscall::fsync:return /pid == $target/ { self->settled = 1; }
syscall::pwrite64:entry /self->settled/ { self->writes = 1; }
syscall::pwrite64:return { self->writes = 0; }

io:::start
/self->writes && args[0]->b_flags & B_WRITE && args[0]->b_bcount >= 4096/
{
	@size[execname] = quantize(args[0]->b_bcount);
}
