#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# dtrace in a PID namespace of its own, as in a container: all ids are those of the namespace, and progenyof() looks for
# one of them. Processes outside have the id 0 and descend from none of its processes, whatever their ids are outside.
. tests/run/common.inc

if ! unshare -pf true 2>/dev/null; then
	echo "skip ids: needs pid namespaces (not in a chroot)"
	exit
fi
mkfifo "$TMP/go" "$TMP/done"
cp "$TRIGGERS/loop" "$TMP/outside"
cat >"$TMP/ids.d" <<'SCRIPT'
#pragma D option quiet

proc:::exit
/progenyof($target)/
{
	@[pid == curpsinfo->pr_pid, tid == curlwpsinfo->pr_lwpid, ppid == (pid == $target ? $pid : $target),
	    ppid == curpsinfo->pr_ppid, curpsinfo->pr_sid == 0, pid < 100] = count();
}

proc:::exit
/execname == "outside"/
{
	@outside[pid, tid, curpsinfo->pr_pid, progenyof($pid), progenyof(0)] = count();
}

END
{
	printa("%d %d %d %d %d %d: %@d\n", @);
	printa("outside: %d %d %d %d %d: %@d\n", @outside);
}
SCRIPT
cat >"$TMP/inside" <<'SCRIPT'
echo >"$1/go"
read line <"$1/done"
cat /dev/null
SCRIPT
(
	read line <"$TMP/go"
	"$TMP/outside" 1
	echo >"$TMP/done"
) &
cat >"$TMP/wanted" <<'END'
1 1 1 1 1 1: 2
outside: 0 0 0 0 0: 1

--
END
unshare -pf --mount-proc "$DT" -qs "$TMP/ids.d" -c "sh $TMP/inside $TMP" >"$TMP/out" 2>"$TMP/err" </dev/null
same ids $? 0

# a process in a namespace below has an id in dtrace's as well
cp "$TRIGGERS/loop" "$TMP/nested"
cat >"$TMP/wanted" <<'END'
1 1 1 1: 1

--
END
unshare -pf --mount-proc "$DT" -qn 'proc:::exit /execname == "nested" && progenyof($target)/ {
	@[pid == curpsinfo->pr_pid, tid == curlwpsinfo->pr_lwpid, pid > $target, ppid == $target] = count(); }
	END { printa("%d %d %d %d: %@d\n", @); }' -c "unshare -pf $TMP/nested 1" >"$TMP/out" 2>"$TMP/err" </dev/null
same nested $? 0

# the tools look for the command and its children
DTRACE=$DT unshare -pf --mount-proc tools/files/opensnoop -c 'sh -c "cat /proc/version; :"' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
result tool "$(grep -c 'cat .* /proc/version$' "$TMP/out" | grep -vx 1)$(cat "$TMP/err")$(echo $status | grep -vx 0)"

# with the /proc of another namespace, the ids there are those of other processes: nothing is looked up by them
cat >"$TMP/wanted" <<'END'
--
dtrace: can't find the processes of -c, -p and pidPID: /proc shows another PID namespace; mount it here (unshare --mount-proc)
END
unshare -pf --kill-child "$DT" -qn 'pid$target:loop:main:entry { @ = count(); }' -c "$TRIGGERS/loop 1" \
	>"$TMP/out" 2>"$TMP/err" </dev/null
same other-proc $? 1
