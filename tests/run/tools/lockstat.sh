#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# lockstat: a thread that waits five times for the mutex of a terminal, and whose sixth wait is interrupted.
. tests/run/tools/common.inc
if ! "$DT" -l -n lockstat:::adaptive-block 2>/dev/null | grep -q adaptive-block; then
	echo "skip waits: the kernel has no tracepoint contention_end"
	exit
fi

tool lockstat -s 0 -n waiter -c "$TRIGGERS/locks tty 5"
result waits "$(awk '$5 == "mutex" { rows++; waits += $1; bad += $3 < $2 || $4 < $3 || $2 != int($4 / $1) && $2 != int($4 / $1) + 1 }
	END { if (rows != 1 || waits != 5 || bad) print "not 5 waits" }' "$TMP/out")"
tool lockstat -n waiter -c "$TRIGGERS/locks tty 5"
result stacks "$(awk '/^ *[0-9]+ / { is_mutex = $5 == "mutex"; if (is_mutex) waits += $1 }
	is_mutex && /`n_tty_read\+/ { reads++ } END { if (waits != 5 || reads != 1) print waits " waits, " reads " stacks" }' "$TMP/out")"
tool lockstat -s 0 -n nobody -c "$TRIGGERS/locks tty 5"
prints other-name '
   WAITS   AVG(us)   MAX(us)   TOTAL(us) KIND   LOCK'
