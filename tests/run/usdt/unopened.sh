#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A process maps a file while dtrace has no descriptors left: its probes are not traced, and dtrace says so, once.
. tests/run/common.inc

command -v prlimit >/dev/null || {
	echo "skip unopened: needs prlimit"
	exit 0
}

# the sanitizer opens files to search for leaks
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

# unopened NAME PROBE
unopened() {
	: >"$TMP/out"
	"$DT" -qZn 'BEGIN { printf("go\n"); } '"$2"' { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	prlimit --pid $dtrace --nofile=3
	"$TRIGGERS/loop" 10 >/dev/null
	wait_for [ -s "$TMP/err" ]
	"$TRIGGERS/loop" 10 >/dev/null
	kill -TERM $dtrace
	wait $dtrace
	sed -i 's/ in [^ ]* of process [0-9]*:/ in FILE of process PID:/' "$TMP/err"
	result "$1" "$(echo 'dtrace: probes in files that processes map from now on may be missing, first in FILE of process PID: Too many open files' |
		diff - "$TMP/err")"
}
unopened usdt 'loop*:::tick'
unopened pid 'pid*:loop:main:entry'
