#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Events of the processor, where it has counters: a program's cycles by the probe, times its count, are those that a perf
# event of the program has counted. The counter of a CPU goes on while others run, so a firing more or less at each change.
. tests/run/common.inc

"$DT" -ln 'cpc:::cpu_cycles-user-1000000' 2>&1 </dev/null | grep -q ' cpu_cycles-user-1000000$' || {
	echo "skip processor: needs counters of the processor"
	exit 0
}
# cycles PROBE: firings of 1000000 cycles
cycles() {
	"$DT" -qn "self int on; syscall::getppid:entry /pid == \$target/ { self->on = !self->on; }
		BEGIN { @bad = sum(0); } $1 /self->on/ { @ = count(); @bad = sum(arg0 != 0 || arg1 == 0 || ipl != 1); }" \
		-c "$TRIGGERS/counts cpu_cycles 20" >"$TMP/out" 2>"$TMP/err" </dev/null
	tr -s ' \n' ' ' <"$TMP/out" | awk '{ wanted = $2 / 1000000; allowed = wanted / 10 + 3
		if (NF != 5 || wanted < 20 || $4 < wanted - allowed || $4 > wanted + allowed || $5 != 0) print }' >"$TMP/bad"
	result "$1" "$(cat "$TMP/bad" "$TMP/err")"
}
cycles cpc:::cpu_cycles-user-1000000
cycles cpc:::PAPI_tot_cyc-user-1000000
"$DT" -l -P cpc | awk '$3 == "cpu_cycles-all-100000000" { ok = 1 } END { exit !ok }'
result listed "$([ $? = 0 ] || echo no)"
# more events than there are counters: none is counted in turns
expect too-many 1 -qn 'cpc:::cpu_cycles-user-1000001,cpc:::cpu_cycles-user-1000002,cpc:::cpu_cycles-user-1000003,cpc:::cpu_cycles-user-1000004,cpc:::cpu_cycles-user-1000005,cpc:::cpu_cycles-user-1000006,cpc:::cpu_cycles-user-1000007,cpc:::cpu_cycles-user-1000008,cpc:::cpu_cycles-user-1000009 { @ = count(); }' <<'END'
