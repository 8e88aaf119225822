/*
 * A process of -c is a copy of dtrace until it calls exec, and shares libc with it. Its
 * calls until then (signal, sigprocmask, execv) are not those of the command.
 * @trigger funcs 3 4
 */
#pragma D option quiet

pid$target:libc::entry, pid$target:libc::return { @libc[execname] = min(1); }
pid*:libc:execve:entry /pid == $target/ { @libc[execname] = min(1); }
pid$target:a.out:main:entry { @main[execname] = count(); }
plockstat$target:::mutex-acquire /execname == "dtrace"/ { @locks[execname] = count(); }
END { printa("libc %s\n", @libc); printa("main %s %@d\n", @main); printa("lock %s\n", @locks); }
