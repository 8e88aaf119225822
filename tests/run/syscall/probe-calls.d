/*
 * The system call that the kernel lets a program make at the return of a
 * probed function does not belong to the program: no pattern matches it.
 * @trigger work none:3
 */
#pragma D option quiet

pid$target:a.out:step_none:entry { self->in = 1; }
pid$target:a.out:step_none:return { @["return"] = count(); self->in = 0; }
syscall:::entry, syscall:::return /self->in/ { @[probefunc] = count(); }
syscall::u*:entry /self->in/ { @["by a pattern"] = count(); }
