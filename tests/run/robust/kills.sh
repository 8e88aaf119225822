#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @alone
# @timeout 200
#
# KILLS (4) runs of each kind with 2,000 functions, ended by SIGKILL at random moments (SEED) while they attach, trace
# or detach: within a second, the code of the traced program equals its file again. With SIGHUP, SIGTERM and SIGINT
# this holds at once, and END was printed; a second SIGTERM during detaching may end dtrace earlier.
. tests/run/common.inc
KILLS=${KILLS:-4}
SEED=${SEED:-$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}
echo "SEED=$SEED"

"$TRIGGERS/many" run 1000000000 >/dev/null &
victim=$!
wait_for runs $victim "$TRIGGERS/many"
functions='pid$target:many:f1???:entry, pid$target:many:f2???:entry { @ = count(); }'
# killed MOMENT SIGNAL WORD...
killed() {
	moment=$1 signal=$2
	shift 2
	"$TRIGGERS/kills" "$moment" "$(env kill -l "$signal")" "$KILLS" "$SEED" $victim "$DT" "$@" -qp $victim \
		-n 'BEGIN { printf("go\n"); } END { printf("end\n"); }' -n "$functions" >"$TMP/out"
	result "$moment-$signal${1:+-${2:-}}" "$(grep -v "^$KILLS runs$" "$TMP/out"; grep -q "^$KILLS runs$" "$TMP/out" || echo 'it did not end')"
}
killed start KILL
killed end KILL
killed start KILL -x nouprobemulti
killed end KILL -x nouprobemulti
killed start HUP
killed end HUP
killed start TERM
killed end TERM
killed start INT -x nouprobemulti

# nothing of dtrace is left: the helper, names of events
ended no-process "$(readlink -f "$DT")" 100
mkdir "$TMP/tracing"
unshare -m sh -c 'mount -t tracefs tracefs "$1" && grep "^[pr]:dtrace_[0-9]*/" "$1/uprobe_events"' sh "$TMP/tracing" >"$TMP/names"
result no-event "$(head -3 "$TMP/names")"
kill $victim
wait $victim 2>/dev/null

# the file can still be traced normally
expect traced-again 0 -qn 'pid$target:many:f1???:entry { @ = count(); }' -c "$TRIGGERS/many run 3" <<'END'
sum 150045000

             3000
--
END
