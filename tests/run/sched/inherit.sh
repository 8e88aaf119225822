#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A thread that holds a lock inherits the priority of a real-time thread that waits for it, then gets its own back: each
# change fires once.
. tests/run/common.inc

"$TRIGGERS/inherits"
if [ $? = 77 ]; then
	echo "skip inherit: needs CAP_SYS_NICE"
	exit
fi
expect inherit 0 -qc "$TRIGGERS/inherits" -n 'sched:::change-pri /args[1]->pr_pid == $target/ {
		@[args[0]->pr_lwpid == $target, args[0]->pr_pri, args[2]] = count(); }
	END { printa("main thread %d, from %d to %d: %@d\n", @); }' <<'END'
main thread 1, from 89 to 120: 3
main thread 1, from 120 to 89: 3

--
END
