#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# As many functions as the kernel can probe at once: all of them by kprobe_multi, otherwise hundreds by one
# event each. Afterwards nothing is left.
# @root
# @timeout 240
. tests/run/common.inc

if ! "$DT" -x features | grep -q '^kprobe  *yes'; then
	echo "skip many: needs kprobe"
	exit 0
fi
mkdir -p "$TMP/tracing"
mount -t tracefs tracefs "$TMP/tracing" || exit 1
trap 'umount "$TMP/tracing"' EXIT

# left WHEN: nothing of ours may be left in the kernel
left() {
	result "$1-links" "$(bpftool link | head -n 3)"
	result "$1-programs" "$(bpftool prog | grep -E ' name (fbt|rawfbt|BEGIN|END)' | head -n 3)"
	result "$1-events" "$(grep dtrace_ "$TMP/tracing/kprobe_events" | head -n 3)"
	result "$1-functions" "$(head -n 3 "$TMP/tracing/enabled_functions")"
}

if "$DT" -x features | grep -q '^kprobe_multi  *yes'; then
	set -- 'fbt:::entry' 20000 loop
else
	set -- 'fbt:vmlinux:vfs_*:entry,fbt:loop::entry' 80 loop
fi
"$DT" -n "$1"' { @[probemod] = count(); }' -n 'END { printf("\n"); printa("%s %@u\n", @); }' \
	-x debug -c "$BUILD/tests/triggers/kcalls" >"$TMP/out" 2>"$TMP/both" </dev/null
status=$?
grep -v '^dtrace DEBUG' "$TMP/both" >"$TMP/err"
result status "$([ $status = 0 ] || { echo "exit status $status"; cat "$TMP/err"; })"
# interrupts may hit while a program runs: those functions are reported as missed
result errors "$(grep -v -e '^dtrace: [0-9]* missed firings* ' -e ' matched [0-9]* probes*$' -e 'pid [0-9]* has exited$' "$TMP/err")"
matched=$(sed -n "s/^dtrace: description 'fbt.*' *matched \([0-9]*\) probes\$/\1/p" "$TMP/err")
awk -v cnt="$matched" '
/ loaded fbt:/ { from = $3 + 0 }
/ attached$/ { printf "measured: %d functions attached in %.1f s\n", cnt, $3 - from }' "$TMP/both"
result matched "$([ "${matched:-0}" -gt "$2" ] || echo "$matched")"
# the counts include five reads and the module's own function
result counted "$(awk '$1 == "vmlinux" && $2 >= 5 { found++ } END { if (!found) print "no vmlinux" }' "$TMP/out")"
grep -q "^$3 " /proc/modules &&
	result module "$(awk '$1 == "loop" && $2 >= 1 { found++ } END { if (!found) print "no loop" }' "$TMP/out")"
left after

# a tracer that is killed leaves at most the name of an event, which the next one removes
"$DT" -qn 'fbt::vfs_read:entry,fbt::vfs_write:entry { @ = count(); } BEGIN { printf("up\n"); }' >"$TMP/up" 2>&1 </dev/null &
pid=$!
wait_for grep -q up "$TMP/up"
kill -9 $pid
wait $pid 2>/dev/null
"$DT" -qn 'fbt::vfs_read:entry,fbt::vfs_write:entry { @ = count(); } BEGIN { exit(0); }' >/dev/null 2>"$TMP/err" </dev/null
result second "$(cat "$TMP/err")"
left killed
