#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# dtrace: ipl where it is known, and the message where it isn't.
. tests/run/common.inc

expect interrupt 0 -q -n 'BEGIN, END { trace(ipl); } tick-1ms /!n++/ { trace(ipl); exit(0); }' <<'END'
010
--
END
expect process 0 -q -c "$TRIGGERS/loop 3" -n 'loop$target:::, syscall::exit_group:entry /pid == $target/ { @[ipl] = count(); }' <<'END'

        0                8
--
END
expect unknown 1 -n 'sched:::on-cpu { trace(ipl); }' <<'END'
--
dtrace: description 'sched:::on-cpu ' matched 1 probe
dtrace: invalid probe specifier sched:::on-cpu { trace(ipl); }: ipl is not known at this probe: it can fire in processes and in interrupts, and the kernel doesn't tell programs which
  sched:::on-cpu { trace(ipl); }
                         ^~~
END
