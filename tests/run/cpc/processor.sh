#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Events of the processor, where it has counters: the firings for a program's cycles, times the probe's count, equal the
# count of a perf event of the program. The counter of a CPU goes on while other programs run, so one firing more or less
# is possible at each switch. An emulated processor interrupts late: dtrace reports how many firings are missing.
. tests/run/common.inc

"$DT" -ln 'cpc:::cpu_cycles-user-1000000' 2>&1 </dev/null | grep -q ' cpu_cycles-user-1000000$' || {
	echo "skip processor: needs counters of the processor"
	exit 0
}
# cycles PROBE: number of firings for 1000000 cycles each
cycles() {
	"$DT" -qn "self int on; syscall::getppid:entry /pid == \$target/ { self->on = !self->on; }
		$1 /self->on/ { @[\"seen\"] = count(); @bad[\"bad\"] = sum(arg0 != 0 || arg1 == 0 || ipl != 1); }" \
		-c "$TRIGGERS/counts cpu_cycles 20" >"$TMP/out" 2>"$TMP/err" </dev/null
	awk '$1 == "cpu_cycles" { wanted = $2 / 1000000 } $1 == "seen" { seen = $2 } $1 == "bad" { bad = $2 } / missed firing/ { missed = $2 }
		END { allowed = wanted / 10 + 3
		if (wanted < 20 || !seen || seen + missed < wanted - allowed || seen > wanted + allowed || bad) print wanted, seen, missed, bad }' \
		"$TMP/out" "$TMP/err" >"$TMP/bad"
	result "$1" "$(cat "$TMP/bad"; [ ! -s "$TMP/bad" ] || cat "$TMP/err")"
}
cycles cpc:::cpu_cycles-user-1000000
cycles cpc:::PAPI_tot_cyc-user-1000000
"$DT" -l -P cpc | awk '$3 == "cpu_cycles-all-100000000" { ok = 1 } END { exit !ok }'
result listed "$([ $? = 0 ] || echo no)"
# more events than counters: there is no time-sharing of counters
names=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	names=$names${names:+,}cpc:::cpu_cycles-user-$((1000000 + i))
done
"$DT" -qn "$names { @ = count(); }" -n 'BEGIN { printf("begins\n"); }' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
result too-many "$([ $status = 1 ] && grep -qxE "dtrace: cpc:::cpu_cycles-user-10000[0-9]*: can't count on CPU [0-9]*: the processor's counters are all in use; enable fewer such probes at once" "$TMP/err" ||
	echo "status $status: $(cat "$TMP/err")")"
