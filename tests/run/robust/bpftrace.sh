#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Together with bpftrace on the same sites of the same process, in either order: both count every firing, and both
# semaphores are 0 when both have ended. Then two instances of dtrace.
. tests/run/common.inc

# each prints a line when the process fires; then the process begins its work
ours='beside$target:::work /!arg0/ { printf("heard\n"); }
	beside$target:::work /arg0 > 0 && arg0 < 1000000/ { @ = sum(arg0); } beside$target:::work /arg0 == 1000000/ { exit(0); }'
theirs="usdt:$TRIGGERS/beside:beside:work {
	if (arg0 == 0) { printf(\"heard\n\"); } else if (arg0 == 1000000) { exit(); } else { @ = sum(arg0); } }"

start_victim() {
	rm -f "$TMP"/*
	"$TRIGGERS/beside" 1000 "$TMP/go" >"$TMP/said" &
	victim=$!
	wait_for runs $victim "$TRIGGERS/beside"
}
start_ours() {
	"$DT" -x switchrate=10ms -p $victim -qn "$ours" >"$TMP/$1" 2>"$TMP/$1.err" </dev/null &
	wait_for heard "$1"
}
start_theirs() {
	bpftrace -B line -p $victim -e "$theirs" >"$TMP/theirs" 2>"$TMP/theirs.err" </dev/null &
	wait_for heard theirs
}
heard() { grep -q heard "$TMP/$1"; }
start_work() {
	echo go >"$TMP/go"
	wait
}

# judge NAME OUR-OUTPUT...
judge() {
	name=$1 bad=''
	shift
	[ "$(cat "$TMP/said")" = "semaphore 0" ] || bad=$(cat "$TMP/said")
	for file; do
		[ "$(awk '/^ +[0-9]+$/ { print $1 }' "$TMP/$file")" = 500500 ] ||
			bad="$bad ours: $(cat "$TMP/$file" "$TMP/$file.err")"
	done
	result "$name" "$bad"
}

start_victim
start_ours first
start_ours second
start_work
judge two-of-us first second

command -v bpftrace >/dev/null || {
	echo "skip bpftrace: needs bpftrace"
	exit 0
}
for order in before after; do
	start_victim
	if [ $order = before ]; then
		start_ours ours
		start_theirs
	else
		start_theirs
		start_ours ours
	fi
	start_work
	judge "ours-$order-bpftrace" ours
	bad=''
	[ "$(sed -n 's/^@: //p' "$TMP/theirs")" = 500500 ] || bad=$(tail -n 3 "$TMP/theirs" "$TMP/theirs.err")
	result "bpftrace-with-ours-$order" "$bad"
done
