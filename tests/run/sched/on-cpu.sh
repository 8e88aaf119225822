#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A thread leaves its CPU and returns the same number of times; kernels before 6.14 do not report the latter.
. tests/run/common.inc

cat >"$TMP/on.d" <<'SCRIPT'
#pragma D option quiet
syscall::clock_nanosleep:entry /pid == $target/ { self->napping = 1; }
syscall::clock_nanosleep:return /self->napping/ { self->napping = 0; }
sched:::off-cpu /self->napping/ { offs++; self->left = timestamp; }
sched:::on-cpu /self->napping/ { ons++; after += timestamp > self->left && self->left; self->left = 0; }
END { printf("%d %d %d\n", offs >= 20, ons == offs, after == ons); }
SCRIPT
if ! "$DT" -l -n sched:::on-cpu 2>/dev/null | grep -q on-cpu; then
	echo "skip on-cpu: the kernel has no tracepoint sched_exit_tp"
	exit
fi
printf '1 1 1\n\n--\n' >"$TMP/wanted"
"$DT" -qs "$TMP/on.d" -c "$TRIGGERS/naps 20" >"$TMP/out" 2>"$TMP/err"
same on-cpu $? 0
