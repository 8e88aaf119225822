/*
 * Several programs at the tracepoint of system calls: the kernel's stack
 * begins with the function that contains it, and has the requested number of
 * frames. exit_group is 231, on arm64 94.
 * @trigger nest 1
 * @filter off
 */
#pragma D option quiet

syscall::exit_group:entry /pid == $target/ {
	stack(1); printf("%k", stack(2)); @[stack(1)] = count();
	@depths[stack(1)] = count(); @depths[stack(2)] = count();
}
rawtp:::sys_enter, rawtp:::sched_process_exit /pid == $target && probename == "sys_enter" && (arg1 == 231 || arg1 == 94)/ {
	@[stack(1)] = count(); @depths[stack(1)] = count();
}
END { printa(@); }
