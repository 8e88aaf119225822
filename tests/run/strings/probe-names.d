/*
 * The fields of the firing probe: in programs for one probe and for several,
 * for processes, in predicates, comparisons, keys and ERROR.
 * @trigger loop 3
 * @filter pid
 */
#pragma D option quiet

BEGIN { printf("pid %d\n[%s:%s:%s:%s]\n", $target, probeprov, probemod, probefunc, probename); }
BEGIN /probename == "BEGIN"/ { printf("%d\n", strlen(probename)); }
BEGIN { trace(1 / strlen("")); }
ERROR { printf("[%s:%s:%s:%s]\n", probeprov, probemod, probefunc, probename); }
loop$target::: { @hits[probemod, probefunc, probename] = count(); }
loop$target:::tick /probename != "done"/ { @ticks[probeprov == strjoin("loop", lltostr(pid))] = count(); }
syscall::exit_group:entry,syscall::write:entry /pid == $target/ { @calls[probefunc, probename] = count(); }
syscall::exit_group:entry /pid == $target/ { printf("[%s:%s:%s:%s]\n", probeprov, probemod, probefunc, probename); }
proc:::exit /pid == $target/ { printf("[%s:%s:%s:%s]\n", probeprov, probemod, probefunc, probename); }
END { printf("[%s]\n", probename); }
