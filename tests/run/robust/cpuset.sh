#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# dtrace in a cpuset of one CPU: programs on other CPUs are counted exactly, too, and clocks fire on every CPU.
. tests/run/common.inc

# cgroup version 1, or 2
if [ -d /sys/fs/cgroup/cpuset ]; then
	set=/sys/fs/cgroup/cpuset/dtrace-test-$$ tasks=tasks
elif grep -qw cpuset /sys/fs/cgroup/cgroup.subtree_control 2>/dev/null; then
	set=/sys/fs/cgroup/dtrace-test-$$ tasks=cgroup.procs
else
	echo "skip cpuset: needs the cpuset controller"
	exit
fi
cpus=$(nproc)
[ "$cpus" -gt 1 ] || { echo "skip cpuset: needs two CPUs" && exit; }
mkdir "$set" || exit 1
trap 'rmdir "$set"' EXIT
[ ! -e "$set/cpuset.mems" ] || cat "${set%/*}/cpuset.mems" >"$set/cpuset.mems" 2>/dev/null
first=$(sed 's/[,-].*//' "${set%/*}/cpuset.cpus" 2>/dev/null)
echo "${first:-0}" >"$set/cpuset.cpus"

# confined WORD...: runs dtrace with these words on the one CPU; its output is in $TMP/out
confined() {
	sh -c 'echo $$ >"$0"; exec "$@"' "$set/$tasks" "$DT" "$@" >"$TMP/out" 2>"$TMP/err" </dev/null
}

# equals NAME WANTED
equals() {
	got=$(tr -s ' \n' ' ' <"$TMP/out")
	result "$1" "$([ "$got" = "$2" ] || echo "'$got', not '$2': $(cat "$TMP/err")")"
}

# a program that was started before may run on any CPU
"$TRIGGERS/loop" 1000000 >/dev/null &
confined -qn 'loop$target:::tick { @c = count(); @s = sum(arg0); } END { printa("%@d ", @c); printa("%@d\n", @s); }' \
	-c "$TRIGGERS/loop 1000"
equals inside '1000 499500 '
wait
confined -qn 'BEGIN { printf("%d\n", cpu); exit(0); }'
equals begin "${first:-0} "
confined -qn 'profile-997hz { @[cpu] = count(); } END { printa("%d\n", @); }' -c 'sleep 0.5'
result clocks "$([ "$(grep -c . "$TMP/out")" -eq "$cpus" ] || cat "$TMP/out")"
# the command is in the set, the program outside
mkfifo "$TMP/go"
sh -c 'read -r _ <"$0"; exec "$@"' "$TMP/go" "$TRIGGERS/loop" 5000 >/dev/null &
outside=$!
confined -Z -x objects="$TRIGGERS/loop" -qn 'BEGIN { system("echo >%s", $$1); } loop*:::tick /pid == $2/ { @ = count(); n++; }
	loop*:::tick /pid == $2 && n == 5000/ { exit(0); } END { printa("%@d\n", @); }' -w "$TMP/go" $outside
equals outside '5000 '
wait $outside
