#!/usr/sbin/dtrace -s
/*
 * Parts of a file's description: name, folder, file system.
 * @trigger work write:2:10
 */
#pragma D option quiet

syscall::write:entry
/pid == $target/
{
	@[fds[arg0].fi_name, fds[arg0].fi_dirname, fds[arg0].fi_fs != "" ? "some" : "no", fds[arg0].fi_oflags & O_WRONLY] = count();
}

END
{
	printa("%s in %s on %s file system, %d: %@d\n", @);
}
