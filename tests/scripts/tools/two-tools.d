#!/usr/sbin/dtrace -Cs
/*
 * One script that is two tools: the first argument chooses one, the clauses of the other do nothing.
 * @trigger work read:3:5 missing:2
 * @args files
 */
#pragma D option quiet

inline int is_files = $$1 == "files";
inline int is_bytes = $$1 == "bytes";

syscall::openat:entry
/is_files && pid == $target/
{
	@files[copyinstr(arg1)] = count();
}

syscall::read:return
/is_bytes && pid == $target/
{
	@bytes["read"] = sum(arg0);
}

END
/is_files/
{
	printa("%s %@d\n", @files);
}

END
/is_bytes/
{
	printa("%s %@d\n", @bytes);
}
