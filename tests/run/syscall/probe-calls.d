/*
 * The system call that the kernel has a program make where a probed function returns is none of the
 * program's: no pattern matches it.
 * @trigger work none:3
 */
#pragma D option quiet

pid$target:a.out:step_none:entry { self->in = 1; }
pid$target:a.out:step_none:return { @["return"] = count(); self->in = 0; }
syscall:::entry, syscall:::return /self->in/ { @[probefunc] = count(); }
syscall::u*:entry /self->in/ { @["by a pattern"] = count(); }
