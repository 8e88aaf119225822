#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Programs that can't be enabled, and why: the message and the exit status.
. tests/run/common.inc

expect no-process PID -p 4194300 -n BEGIN <<'END'
--
dtrace: failed to grab pid PID: No such process
END

expect bad-pid 1 -p 12x -n BEGIN <<'END'
--
dtrace: invalid pid: 12x
END

expect missing-command 1 -c "$TMP/nosuch arg" -n BEGIN <<'END'
--
dtrace: failed to execute TMP/nosuch arg: No such file or directory
END

expect not-executable 1 -c tests/run/common.inc -n BEGIN <<'END'
--
dtrace: failed to execute tests/run/common.inc: Permission denied
END

expect folder-as-command 1 -c "$TMP/" -n BEGIN <<'END'
--
dtrace: failed to execute TMP/: Permission denied
END

expect missing-script 1 -s "$TMP/nosuch.d" <<'END'
--
dtrace: failed to open TMP/nosuch.d: No such file or directory
END

expect no-match 1 -n 'nosuch*:::probe' <<'END'
--
dtrace: invalid probe specifier nosuch*:::probe: probe description nosuch*:::probe does not match any probes (no process has it: -Z waits for those that start later)
  nosuch*:::probe
  ^~~~~~~~~~~~~~~
END

expect no-notes 1 -c /bin/true -n 'loop$target:::tick' <<'END'
--
dtrace: invalid probe specifier loop$target:::tick: probe description loopPID:::tick does not match any probes (no file of process PID has probe notes (.note.stapsdt))
  loop$target:::tick
  ^~~~~~~~~~~~~~~~~~
END

expect other-name 1 -c "$TRIGGERS/loop" -n 'loop$target:::tock' <<'END'
--
dtrace: invalid probe specifier loop$target:::tock: probe description loopPID:::tock does not match any probes (process PID has other probes: see dtrace -l; did you mean tick?)
  loop$target:::tock
  ^~~~~~~~~~~~~~~~~~
END

expect gone-provider 1 -n 'loop4194300:::tick' <<'END'
--
dtrace: invalid probe specifier loopPID:::tick: probe description loopPID:::tick does not match any probes (process PID: No such process)
  loopPID:::tick
  ^~~~~~~~~~~~~~~~~~
END

expect no-macro 1 -n 'loop$1:::tick' <<'END'
--
dtrace: invalid probe specifier loop$1:::tick: in probe description: macro argument $1 is not defined
  loop$1:::tick
  ^~~~~~~~~~~~~
END

expect unused-operand 1 -n 'BEGIN { exit(0); }' operand <<'END'
--
dtrace: invalid probe specifier BEGIN { exit(0); }: extraneous argument 'operand' ($1 is not referenced)
END

expect syntax 1 -n 'BEGIN { trace(1)' <<'END'
--
dtrace: invalid probe specifier BEGIN { trace(1): syntax error near end of input: the { of line 1 is not closed
  BEGIN { trace(1)
                  ^
END

printf 'BEGIN\n{\n\ttrace(1;\n}\n' >"$TMP/bad.d"
expect script-syntax 1 -s "$TMP/bad.d" <<'END'
--
dtrace: failed to compile script TMP/bad.d: line 3: syntax error near ";"
TMP/bad.d:3:9:
  	trace(1;
  	       ^
END

expect output-file 1 -o /nosuch/file -n 'BEGIN { exit(0); }' <<'END'
--
dtrace: failed to open output file '/nosuch/file': No such file or directory
END

# the program is checked before the command of -c starts to run
expect command-not-run 1 -c "/usr/bin/touch $TMP/was-run" -n 'BEGIN { nosuch(); }' <<'END'
--
dtrace: invalid probe specifier BEGIN { nosuch(); }: in action list: undefined function name: nosuch
  BEGIN { nosuch(); }
          ^~~~~~~~
END
ran=''
[ ! -e "$TMP/was-run" ] || ran="the command was run"
result command-was-not-run "$ran"
