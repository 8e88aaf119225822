/*
 * Instructions by offset, and all of a function except unsafe ones: the 5-byte
 * nop of `nops` at 8. Two names of one place are two probes.
 * @needs machine:x86_64
 * @trigger funcs 3
 */
#pragma D option quiet

pid$target:a.out:rounds:4 { @["one", probefunc, probename] = count(); }
pid$target:a.out:rounds:, pid$target:a.out:nops: { @["all", probefunc, probename] = count(); }
pid$target:a.out:nops:[de] { @["set", probefunc, probename] = count(); }
pid$target:a.out:nops:5 { @["register", probefunc, lltostr(arg0 < 3)] = count(); }
