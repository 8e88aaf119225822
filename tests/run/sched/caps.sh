#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A program in a control group with a fifth of a CPU: it is stopped each time that it leaves the run queue without going
# to sleep; this happens at most once in each period that the kernel counts for the group.
. tests/run/common.inc

if ! "$DT" -l -n sched:::cpucaps-sleep 2>/dev/null | grep -q cpucaps-sleep; then
	echo "skip caps: the kernel does not mark threads that a CPU limit stops"
	exit
fi
if [ -e /sys/fs/cgroup/cpu/cpu.cfs_quota_us ]; then
	all=/sys/fs/cgroup/cpu members=tasks
elif grep -qw cpu /sys/fs/cgroup/cgroup.subtree_control 2>/dev/null; then
	all=/sys/fs/cgroup members=cgroup.procs
fi
group=${all:-/none}/dtrace-caps-$$
if ! mkdir "$group" 2>/dev/null; then
	echo "skip caps: needs the cgroup controller cpu"
	exit
fi
trap 'rmdir "$group"' EXIT
if [ $members = tasks ]; then
	echo 20000 >"$group/cpu.cfs_quota_us"
else
	echo '20000 100000' >"$group/cpu.max"
fi
"$DT" -qc "$TRIGGERS/capped $group/$members $all/$members" -n '
	sched:::cpucaps-sleep /pid == $target/ { @sleeps = count(); @same = sum(args[0]->pr_lwpid == tid); self->is_stopped = 1; }
	sched:::on-cpu /self->is_stopped/ { self->is_stopped = 0; @ends = count(); }
	rawtp:sched::sched_switch /args[1]->tgid == $target && args[3] == 0 && !args[1]->se.on_rq/ { @left = count(); }
	END { printa("%@d %@d %@d %@d\n", @sleeps, @same, @ends, @left); }' >"$TMP/out" 2>"$TMP/err"
status=$?
periods=$(sed -n 's/^nr_throttled //p' "$group/cpu.stat")
cnt=$(awk 'NF { print $1 }' "$TMP/out")
printf '%s %s %s %s\n\n--\n' "$cnt" "$cnt" "$cnt" "$cnt" >"$TMP/wanted"
same caps $status 0
result caps-periods "$([ "${cnt:-0}" -gt 0 ] && [ "$cnt" -le "$periods" ] || echo "$cnt times in $periods periods")"
