#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A CPU that goes online or offline while tracing has no clock: dtrace reports this once. The list of CPUs is our own file,
# in a mount namespace: the machine keeps its CPUs.
. tests/run/common.inc

[ "$(cat /sys/devices/system/cpu/online)" != 0 ] || {
	echo "skip cpus-change: needs a second CPU"
	exit 0
}
# traced NAME BEFORE AFTER DESCRIPTION
traced() {
	echo "$2" >"$TMP/online"
	: >"$TMP/out"
	unshare -m sh -c 'mount --bind "$1" /sys/devices/system/cpu/online && shift && exec "$@"' sh "$TMP/online" \
		"$DT" -qx statusrate=10ms -n 'BEGIN { printf("go\n"); }' -n "$4"' { @ = count(); }' -n 'tick-5ms { n++; }' -n 'tick-5ms /n == 100/ { exit(0); }' \
		>"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	echo "$3" >"$TMP/online"
	wait $dtrace
	status=$?
	why=$(diff - "$TMP/err")
	[ $status = 0 ] || why="$why status $status"
	result "$1" "$why"
}
traced online 0 0-1 profile-97 <<'END'
dtrace: CPU 1 came online while tracing: probes of the provider profile do not fire there; start dtrace again
END
traced offline 0-1 0 profile-97 <<'END'
dtrace: CPU 1 went offline while tracing: probes of the provider profile do not fire there; start dtrace again
END
traced same 0-1 0-1 profile-97 </dev/null
