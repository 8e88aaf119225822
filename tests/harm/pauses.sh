#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# How long a program pauses while 10,000 of its functions (all instructions: 30,000 sites) are attached and detached.
. tests/run/common.inc
TABLE=${RUN_RESULTS:-$TMP}/pauses.table
$CC -O1 -Wall -pthread -o "$TMP/pauses" tests/harm/pauses.c || exit 1

# paused NAME OPTION... CLAUSE: the longest pause of three runs
paused() {
	name=$1 longest=0
	shift
	for run in 1 2 3; do
		"$TMP/pauses" 3000 >"$TMP/$name.$run" &
		victim=$!
		wait_for runs $victim "$TMP/pauses"
		[ $# = 0 ] || "$DT" -qp $victim -o /dev/null -n "$@" >"$TMP/err" 2>&1 </dev/null || cat "$TMP/err"
		wait $victim
		# shellcheck disable=SC2046
		set_longest $(cat "$TMP/$name.$run")
	done
	printf 'longest pause, %-10s %8s us\n' "$name" "$longest" | tee -a "$TABLE"
}
set_longest() {
	for us in "$2" "$4"; do
		[ "$us" -le "$longest" ] || longest=$us
	done
}
paused untraced
limit=$((longest + 2000000))
for way in entry return ''; do
	paused "${way:-offsets}" 'pid$target:pauses:f1*:'$way' { @ = count(); } tick-200ms { exit(0); }'
	# a pause of seconds harms a program; the table shows the usual values
	result "${way:-offsets}" "$([ "$longest" -lt $limit ] || echo "$longest us")"
done
