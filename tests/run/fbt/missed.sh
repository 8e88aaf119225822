#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A function that a clause itself calls: the kernel runs no probe inside a probe, and the five firings that it leaves
# out are reported, not lost silently.
. tests/run/common.inc

needs_kprobes missed
expect missed 0 -x droptags -c "$TRIGGERS/kcalls" -qn '
	fbt::vfs_read:entry /pid == $target && arg2 <= 500 && arg2 % 100 == 0/ {
		@read[execname] = count(); @[stack(1)] = count(); }
	fbt::get_perf_callchain:entry { @inside = count(); } END { printa("%s %@d\n", @read); trunc(@read); trunc(@); }' <<'END'
kcalls 5

--
dtrace: [DTRACEDROP_MISSED] 5 missed firings (the kernel was in other probes on that CPU)
END
