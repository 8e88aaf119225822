#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# oomkill: a process in a control group that is too small for it.
. tests/run/tools/common.inc

groups=/sys/fs/cgroup
if [ -e $groups/memory/memory.limit_in_bytes ]; then
	group=$groups/memory/oomkill.$$
	limits='memory.limit_in_bytes memory.memsw.limit_in_bytes'
elif grep -qs '\<memory\>' $groups/cgroup.subtree_control; then
	group=$groups/oomkill.$$
	limits='memory.max'
else
	echo 'skip oomkill: needs a memory controller of control groups'
	exit 0
fi
mkdir "$group" 2>/dev/null || {
	echo 'skip oomkill: no control group can be made'
	exit 0
}
trap 'rmdir "$group"' EXIT
for limit in $limits; do
	[ ! -e "$group/$limit" ] || echo 30M >"$group/$limit"
done
[ ! -e "$group/memory.swap.max" ] || echo 0 >"$group/memory.swap.max"

# the child is killed, and its parent, which is not in the group, prints the child's id
cat >"$TMP/eats.py" <<'END'
import os, sys
pid = os.fork()
if pid == 0:
    open(sys.argv[1] + "/cgroup.procs", "w").write(str(os.getpid()))
    open("/proc/self/oom_score_adj", "w").write("77")
    os.setuid(65534)
    kept = bytearray(100 << 20)
    os._exit(0)
print(pid, os.waitpid(pid, 0)[1], file=open(sys.argv[2], "w"))
END

tool oomkill -c "/usr/bin/python3 -S -E $TMP/eats.py $group $TMP/killed"
read -r pid by <"$TMP/killed"
result killed "$([ "$by" = 9 ] || echo "status $by")"
# it had most of the 30 MB, and its memory from before it joined the group, but not the 100 MB
result line "$(awk -v pid="$pid" 'NR == 1 { heading = $4 == "VICTIM" && $8 == "ANON(KB)" }
	NR == 2 && $1 ~ /^..:..:..$/ { right = $2 == pid && $3 == "python3" && $4 == pid && $5 == "python3" && $6 == 65534 &&
		$7 == 77 && $8 > 20000 && $8 < 100 * 1024 }
	NF { n++ }
	END { if (!heading || !right || n != 2) print "not one process" }' "$TMP/out"; cat "$TMP/err")"
