#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Log rotation: without a terminal, SIGHUP makes dtrace reopen the files of -o and freopen(), and no line is lost, printed
# twice or cut. With a terminal it ends the run, as without -o.
. tests/run/common.inc

CNT=400000
mkdir "$TMP/logs"
log=$TMP/logs/log

# rotate FILE: renames it as soon as it has content, and waits for a new one; false if dtrace has ended
rotate() {
	until [ -s "$1" ]; do kill -0 $pid 2>/dev/null || return 1; done
	mv "$1" "$1.$2"
	kill -HUP $pid 2>/dev/null || return 1
	until [ -e "$1" ]; do kill -0 $pid 2>/dev/null || return 1; done
}

setsid --wait env --default-signal=HUP sh -c 'echo $$ >"$1"; shift; exec "$@"' sh "$TMP/pid" \
	"$DT" -o "$log" -b 16m -x switchrate=1ms -qn 'loop$target:::tick { printf("%d\n", arg0); } END { printf("end\n"); }' \
	-c "$TRIGGERS/loop $CNT" >"$TMP/out" 2>"$TMP/err" </dev/null &
session=$!
until [ -s "$TMP/pid" ]; do kill -0 $session 2>/dev/null || break; done
pid=$(cat "$TMP/pid")
times=0
for n in 1 2 3 4 5 6 7 8; do
	rotate "$log" $n || break
	times=$n
done
wait $session
status=$?
# a file that was not renamed in time is the last one
for n in 1 2 3 4 5 6 7 8; do
	[ -e "$log.$n" ] && cat "$log.$n"
done >"$TMP/all"
[ -e "$log" ] && cat "$log" >>"$TMP/all"
result lines "$([ $status -eq 0 ] || echo "status $status"; grep -v 'has exited' "$TMP/err"; awk -v cnt=$CNT '
	NF == 0 { next }
	$0 == "end" { ends++; next }
	$0 != lines++ { print "line " NR ": " $0; exit }
	END { if (lines != cnt || ends != 1) print lines " lines, " ends + 0 " ends" }' "$TMP/all")"
result rotated "$([ $times -ge 1 ] || echo "$times times")"

# a file that can't be reopened: the old one gets everything
rm -rf "$TMP/logs"
mkdir "$TMP/logs"
: >"$TMP/gate"
setsid --wait env --default-signal=HUP sh -c 'echo $$ >"$1"; shift; exec "$@"' sh "$TMP/pid" \
	"$DT" -o "$log" -x switchrate=1ms -qn 'BEGIN { printf("go\n"); } loop$target:::tick { printf("%d\n", arg0); }' \
	-c "$TRIGGERS/loop 3 $TMP/gate" >"$TMP/out" 2>"$TMP/err" </dev/null &
session=$!
until [ -s "$log" ]; do kill -0 $session 2>/dev/null || break; done
exec 3<"$log"
pid=$(cat "$TMP/pid")
rm -rf "$TMP/logs"
# the handler of the signal may be installed only a moment after BEGIN; before that the signal waits
kill -HUP "$pid"
until [ -s "$TMP/err" ]; do kill -0 $session 2>/dev/null || break; done
echo go >"$TMP/gate"
wait $session
status=$?
cat <&3 >"$TMP/out"
exec 3<&-
grep -v 'has exited' "$TMP/err" >"$TMP/said"
mv "$TMP/said" "$TMP/err"
cat >"$TMP/wanted" <<END
go
0
1
2

--
dtrace: couldn't reopen $log, so output continues to the file that had this name: No such file or directory
END
sed -i "s|$TMP/|TMP/|" "$TMP/wanted"
same gone $status 0
