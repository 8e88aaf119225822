/*
 * Instructions by offset, and all those of a function: also those that depend
 * on their own address (adrp, adr, literals, branches), with correct results.
 * @needs machine:aarch64
 * @trigger funcs 3
 */
#pragma D option quiet

pid$target:a.out:rounds:4 { @["one", probefunc, probename] = count(); }
pid$target:a.out:rounds:, pid$target:a.out:nops: { @["all", probefunc, probename] = count(); }
pid$target:a.out:nops:[4c] { @["set", probefunc, probename] = count(); }
pid$target:a.out:nops:4 { @["register", probefunc, lltostr(arg0 < 3)] = count(); }
