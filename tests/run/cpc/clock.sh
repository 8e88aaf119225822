#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @alone
#
# The clocks: cpu_clock and task_clock fire for a computing program as often as profile does, in the mode of the probe's
# name, and never more than once per millisecond of elapsed time. Alone, because the kernel leaves out firings of clocks
# while a program of another tracer has been preempted on that CPU.
. tests/run/common.inc

"$DT" -qn 'cpc:::cpu_clock-user-1000000, cpc:::task_clock-user-1000000 /pid == $target && execname == "counts"/ {
		@[probename] = count();
		@bad = sum(arg0 != 0 || arg1 == 0 || ipl != 1);
	}
	cpc:::cpu_clock-all-1000000 /pid == $target && execname == "counts"/ {
		@[probename] = count();
		@first = min(timestamp / 1000000);
		@last = max(timestamp / 1000000);
	}
	cpc:::cpu_clock-kernel-1000000 { @bad = sum(arg0 == 0 || arg1 != 0 || ipl != 1); }
	profile-1000 /pid == $target && execname == "counts" && arg1/ { @[probename] = count(); }
	END { printa("%@d ", @bad); printa("%@d ", @last); printa("%@d ", @first); printa("%s %@d ", @); }' \
	-c "$TRIGGERS/counts nothing 400" >"$TMP/out" 2>"$TMP/err" </dev/null
awk '/^0 / { sub(/^0 /, ""); ms = $1 - $2 + 2; for (i = 3; i < NF; i += 2) seen[$i] = $(i + 1)
	# samples are late while another program runs, and a virtual machine sometimes stops
	for (name in seen) { cnt++; if (seen[name] > ms || seen[name] < seen["profile-1000"] * 8 / 10 - 5) print name, seen[name], "in", ms }
	if (cnt != 4) print "lines:", $0; good = 1 } END { if (!good) print "no samples" }' "$TMP/out" >"$TMP/bad"
result clocks "$(cat "$TMP/bad" "$TMP/err" | head -4)"
