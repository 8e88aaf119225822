#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @alone
# @timeout 60
#
# The process that holds the user probes ends before dtrace and keeps none of its files open. If it is killed, dtrace
# reports this and ends; the next run removes the event names that a killed one left, and only those.
. tests/run/common.inc

"$TRIGGERS/loop" 1000 "$TMP/never" &
victim=$!
wait_for runs $victim "$TRIGGERS/loop"
helper_of() { cat "/proc/$1/task/$1/children"; }
start() {
	: >"$TMP/out"
	"$DT" -p $victim -qn 'BEGIN { printf("go\n"); } loop$target:::tick { @ = count(); } END { printf("end\n"); }' "$@" \
		>"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	helper=$(helper_of $dtrace)
}

# ---- properties of the process
start
[ "$(echo $helper | wc -w)" = 1 ] || echo "not ok one-helper: $helper"
# tracefs, which on some machines is not mounted anywhere, appears as /
open=$(ls -l /proc/$((helper))/fd | sed -n 's/.* -> //p' | grep -vx -e /dev/null -e 'socket:.*' -e / -e anon_inode:inotify -e /sys/kernel/tracing)
result descriptors "$open"
result session "$([ "$(ps -o sid= -p $((helper)) | tr -d ' ')" = $((helper)) ] || ps -o pid,sid,args -p $((helper)))"
result signals "$(sed -n 's/^SigBlk:[[:space:]]*//p' /proc/$((helper))/status | grep -v '^fffffffe7ff[ab]feff$')"
if (echo -1000 >/proc/self/oom_score_adj) 2>/dev/null; then
	result oom "$(grep -vx -e -1000 /proc/$((helper))/oom_score_adj)"
else
	echo "skip oom: needs CAP_SYS_RESOURCE"
fi

# ---- it ends before dtrace, which leaves no child: not even a zombie, for which the first process of a container may not care
gone() { [ ! -e "/proc/$1" ]; }
kill -TERM $dtrace
wait $dtrace
status=$?
result ends-before-it "$(gone $((helper)) || cat /proc/$((helper))/stat)"
result status-of-term "$([ $status = 0 ] || cat "$TMP/err")"
start
kill -KILL $dtrace
wait $dtrace 2>/dev/null
wait_for gone $((helper))
echo "ok ends-when-killed"

# ---- it is killed: a message, and the counts are printed
start
kill -KILL $((helper))
wait $dtrace
status=$?
sed -i '1d' "$TMP/out"
printf 'end\n\n                0\n' >"$TMP/wanted"
sed -i '/^$/d; /^ *0$/d' "$TMP/out" "$TMP/wanted"
result killed-status "$([ $status = 1 ] || echo "$status")"
result killed-output "$(diff "$TMP/wanted" "$TMP/out")"
cat >"$TMP/wanted" <<'END'
dtrace: the process that holds the user probes was killed: tracing ends; programs that were traced may keep breakpoints until they end
END
result killed-message "$(diff "$TMP/wanted" "$TMP/err")"

# ---- names of events of a process that has ended, and of a live one
mkdir "$TMP/tracing"
tracing() { unshare -m sh -c 'mount -t tracefs tracefs "$0" && cd "$0" && '"$1" "$TMP/tracing"; }
sh -c 'exit 0' &
dead=$!
wait $dead
off=$(readelf -sW "$TRIGGERS/many" | awk '$8 == "f1" { print "0x" $2 }')
if tracing "echo 'p:dtrace_$dead/u0 $TRIGGERS/many:$off' >>uprobe_events && echo 'p:dtrace_$$/u0 $TRIGGERS/many:$off' >>uprobe_events"; then
	start
	kill -TERM $dtrace
	wait $dtrace
	tracing "grep -o -e 'dtrace_$dead/u0' -e 'dtrace_$$/u0' uprobe_events" >"$TMP/names"
	result swept "$(echo "dtrace_$$/u0" | diff - "$TMP/names")"
	tracing "echo '-:dtrace_$$/u0' >>uprobe_events"
else
	echo "skip swept: needs tracefs"
fi
: >"$TMP/never"
echo go >"$TMP/never"
kill $victim 2>/dev/null
wait
