#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# One-liners that users of DTrace type. Those on events of the processor run where it has counters; elsewhere the message
# names an event that works, and with that event the same function is found.
. tests/run/common.inc

# processor NAME PROBE CLAUSE: it runs, or reports why not, with status 1
processor() {
	"$DT" -qn "$2 $3" -c "$TRIGGERS/counts nothing 20" >"$TMP/out" 2>"$TMP/err" </dev/null
	oneliner_status=$?
	case $oneliner_status in
	0) bad=$(grep -vx 'nothing 0 0' "$TMP/out" | grep -q . || echo "no output: $(cat "$TMP/out" "$TMP/err")") ;;
	1) bad=$(grep -qE "does not match any probes \((Linux has found no counters of the processor on this machine, .* cpu_clock-[a-z]*-1000000 samples by time|events of the processor's vendor make up this preset of PAPI: .*|no such event.*)\)\$" "$TMP/err" ||
		cat "$TMP/err") ;;
	*) bad="status $oneliner_status" ;;
	esac
	result "$1" "$bad"
}
processor instructions cpc:::PAPI_tot_ins-all-10000 '{ @[execname] = count(); }'
processor hot-functions cpc:::PAPI_tot_cyc-user-10000 '/pid == $target/ { @[ufunc(arg1)] = count(); } END { trunc(@, 10); }'
processor hot-kernel cpc:::PAPI_tot_cyc-kernel-10000 '{ @[func(arg0)] = count(); }'
processor misses cpc:::PAPI_l2_dcm-all-10000 '/execname == "counts"/ { @[execname, probename] = count(); }'
processor masked cpc:::BU_fill_req_missed_L2-all-0x7-10000 '/execname == "counts"/ { @[ufunc(arg1)] = count(); }'

# first NAME PATTERN CLAUSES [WORK]: the last line of the output, which has the largest count, matches
first() {
	"$DT" -qn "$3" -c "$TRIGGERS/counts ${4:-nothing 300}" >"$TMP/out" 2>"$TMP/err" </dev/null
	result "$1" "$(grep . "$TMP/out" | tail -1 | grep -qE "^ *$2 +[0-9]+\$" || cat "$TMP/out" "$TMP/err")"
}
first cpu-clock 'counts`compute' 'cpc:::cpu_clock-user-1000000 /pid == $target/ { @[ufunc(arg1)] = count(); }'
first cpu-clock-all 'counts' 'cpc:::cpu_clock-all-50000000 /execname == "counts"/ { @[execname] = count(); }' 'nothing 600'
first faults 'counts`write_page' 'cpc:::page_faults-user-1 /pid == $target/ { @[ufunc(arg1)] = count(); }' 'page_faults 3000'
"$DT" -qn 'cpc:::context_switches-kernel-1 /pid == $target/ { @[execname, stack(5)] = count(); } END { trunc(@, 1); }' \
	-c "$TRIGGERS/counts context_switches 50" >"$TMP/out" 2>"$TMP/err" </dev/null
result waits-for "$(grep -q 'vmlinux`.*nanosleep+0x' "$TMP/out" && grep -qE '^ +51$' "$TMP/out" || cat "$TMP/out" "$TMP/err")"
