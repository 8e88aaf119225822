/*
 * Entries and returns of functions: counts, arguments in registers and on the
 * stack, results; a function that begins with a loop fires once per call.
 * @trigger funcs 3 4
 */
#pragma D option quiet
#pragma D option bufpolicy=fill

pid$target:a.out:ten:entry { printf("%d %d %d %d %d %d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9); }
pid$target:funcs:ten:return { printf("%s:%s:%s = %d\n", probemod, probefunc, probename, (int)arg1); }
pid$target:a.out:deep:entry, pid$target:a.out:deep:return { @[probename, probename == "return" ? arg1 : arg0] = count(); }
pid$target::rounds:entry, pid$target::rounds:return, pid$target::nops:entry { @[probefunc, 0] = count(); }
pid$target:a.out:nops:return { @["nops return", arg1] = count(); }
pid$target:libc:malloc:entry /arg0 == 64/ { @["malloc", 0] = count(); self->in = 1; }
pid$target:libc.so:malloc:return /self->in/ { @["malloc return", arg1 != 0] = count(); self->in = 0; }
pid$target:libc.so.6:free:entry /arg0/ { @["free", 0] = count(); }
pid$target:libc.s*:fr[e]e:entry /arg0/ { @["free by glob", 0] = count(); }
pid$target::main:entry { @[probeprov == strjoin("pid", lltostr($target)) ? "provider" : "?", pid == $target] = count(); }
