#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# An event is counted on each CPU that is online at the start, or on that of -x cpu=. Clauses share it: one perf event for
# each CPU, whatever the number of clauses; each different count needs its own.
. tests/run/common.inc

online=$(getconf _NPROCESSORS_ONLN)
last=$(sed 's/.*[-,]//' /sys/devices/system/cpu/online)

# opened NAME EVENTS WORD...: the number of perf events of page faults (software event 2) that one run of dtrace opens
opened() {
	opened_name=$1 opened_cnt=$2
	shift 2
	under_strace -f -qq -o "$TMP/strace" -e trace=perf_event_open "$DT" -q "$@" -n 'BEGIN { exit(0); }' >"$TMP/out" 2>"$TMP/err" </dev/null
	opened=$(grep -c 'config=PERF_COUNT_SW_PAGE_FAULTS,.* = [0-9]*$' "$TMP/strace")
	result "$opened_name" "$([ "$opened" = "$opened_cnt" ] || echo "$opened events; $(cat "$TMP/strace" "$TMP/err")")"
}
if command -v strace >/dev/null; then
	opened one $online -n 'cpc:::page_faults-all-1 { @ = count(); }'
	opened clauses $online -n 'cpc:::page_faults-all-1 { @ = count(); }' -n 'cpc:::page_faults-all-1, cpc:::page_f*-all-1 { @b = count(); }'
	opened counts $((2 * online)) -n 'cpc:::page_faults-all-1 { @ = count(); }' -n 'cpc:::page_faults-all-10 { @b = count(); }'
	opened modes $((2 * online)) -n 'cpc:::page_faults-user-1 { @ = count(); }' -n 'cpc:::page_faults-kernel-1 { @b = count(); }'
	opened one-cpu 1 -x cpu="$last" -n 'cpc:::page_faults-all-1 { @ = count(); }'
else
	echo "skip opened: needs strace"
fi

# on this CPU only, though the program faults on one CPU after the other
"$DT" -x cpu="$last" -qn 'cpc:::page_faults-all-1 { @[cpu == $1] = min(1); }' \
	-c "sh -c 'for cpu in \$(seq 0 $last); do taskset -c \$cpu true; done'" "$last" >"$TMP/out" 2>"$TMP/err" </dev/null
result only-cpu "$(tr -s ' \n' ' ' <"$TMP/out" | grep -vx " 1 1 "; grep -v 'missed firing' "$TMP/err")"

# a CPU that goes online or offline while tracing is reported once. The list of CPUs is our own file, in a mount namespace
# changed NAME BEFORE AFTER PROVIDERS WORD...
changed() {
	changed_name=$1 after=$3 changed_providers=$4
	echo "$2" >"$TMP/online"
	shift 4
	: >"$TMP/out"
	unshare -m sh -c 'mount --bind "$1" /sys/devices/system/cpu/online && shift && exec "$@"' sh "$TMP/online" \
		"$DT" -qx statusrate=10ms -n 'BEGIN { start = timestamp; printf("go\n"); }' "$@" \
		-n 'syscall:::entry /timestamp - start > 500000000/ { exit(0); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	echo "$after" >"$TMP/online"
	wait $dtrace
	status=$?
	echo "dtrace: $changed_providers do not fire there; start dtrace again" >"$TMP/wanted"
	# the kernel misses some firings if other tracers are active
	why=$(grep -v 'missed firing' "$TMP/err" | diff "$TMP/wanted" -)
	[ $status = 0 ] || why="$why status $status"
	result "$changed_name" "$why"
}
if [ "$online" -gt 1 ]; then
	changed online 0 0-1 'CPU 1 came online while tracing: probes of the provider cpc' -n 'cpc:::page_faults-all-1 { @ = count(); }'
	changed offline 0-1 0 'CPU 1 went offline while tracing: probes of the provider cpc' -n 'cpc:::cpu_clock-all-1000000 { @ = count(); }'
	changed both 0-1 0 'CPU 1 went offline while tracing: probes of the providers profile and cpc' \
		-n 'cpc:::page_faults-all-1,profile-97 { @ = count(); }'
else
	echo "skip changed: needs a second CPU"
fi
