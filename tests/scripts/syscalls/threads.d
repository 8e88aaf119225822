#!/usr/sbin/dtrace -s
/*
 * Calls by process and thread: consecutive threads have ids of their own.
 * @trigger work thread:3:7
 * @awk $1 != "" { sum += $NF; if ($NF == 7) threads++ } END { print threads, sum }
 */
syscall::gettid:entry
/pid == $target/
{
	@[pid, tid] = count();
}
