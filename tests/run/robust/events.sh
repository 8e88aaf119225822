#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# EVENTS (2,000,000) events of two processes through `switch' with buffers of 1 MB: each event is recorded or
# counted as dropped, and the memory of dtrace does not grow. tests/real/events.sh does it with 50 million.
# Then dtrace itself or the reader of its pipe is stopped: only counted drops are lost.
. tests/run/common.inc
EVENTS=${EVENTS:-2000000}
# the windows of sorted records (ring.c), 256 KB for each CPU, collected text, and, for a moment, the files that other
# processes map, because a wildcard provider examines them
GROWTH_KB=4096

$CC -O2 -Wall "$root/tests/run/robust/sequence_gaps.c" -o "$TMP/sequence_gaps" || {
	echo "not ok build"
	exit 1
}
# a name of its own, so that other runs of the program are not counted
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks" && mkfifo "$TMP/pipe" || exit 1

# through NAME EVENTS COMMAND GATE OPTION...: dtrace runs COMMAND, which fires EVENTS times
through() {
	name=$1 all=$2 command=$3 gate=$4
	shift 4
	"$DT" -x counts "$@" -c "$command" -qn "forks*:$forks::work { printf(\"%d %d\n\", arg0, arg1); }" \
		-Zx "objects=$TMP/$forks" >"$TMP/pipe" 2>"$TMP/err" </dev/null &
	tracer=$!
	"$TMP/sequence_gaps" $tracer $((all / 20)) $gate <"$TMP/pipe" >"$TMP/seen"
	wait $tracer
	status=$?
	said=$(awk '/ drops? on CPU / { n += $2 } END { print n + 0 }' "$TMP/err")
	sums=$(grep '^dtrace: records: ' "$TMP/err")
	bad= lines=0 gaps=0 first=0 most=0 end=0
	eval "$(sed -nE 's/^lines ([0-9]+) gaps ([0-9]+) rss ([0-9]+) ([0-9]+) end ([0-9]+)$/lines=\1 gaps=\2 first=\3 most=\4 end=\5/p' \
		"$TMP/seen")"
	[ $status = 0 ] || bad="$bad exit status $status"
	[ $end = 1 ] || bad="$bad $(cat "$TMP/seen")"
	[ "$sums" = "dtrace: records: attempted $all = delivered $lines + dropped $said" ] || bad="$bad $sums; drops said: $said"
	[ $((lines + said)) = "$all" ] || bad="$bad $lines lines + $said drops of $all"
	echo "$name: $all fired, $lines recorded, $said dropped, RSS $first KB at first, $most KB at most"
}

through switch $EVENTS "$TMP/$forks 1 $((EVENTS / 2))" '' -b 1m
[ $first -gt 0 ] && [ $((most - first)) -le $GROWTH_KB ] || bad="$bad memory grew from $first to $most KB"
result switch "$bad"

# nobody reads the pipe until all events have fired
cat >"$TMP/then-gate" <<END
#!/bin/sh
$TMP/$forks 1 200000
: >$TMP/gate
END
# dtrace stops before the first firing and continues after the last one
cat >"$TMP/while-stopped" <<END
#!/bin/sh
kill -STOP \$PPID
$TMP/$forks 1 200000
kill -CONT \$PPID
END
chmod +x "$TMP/then-gate" "$TMP/while-stopped"

# Each ring keeps the oldest 1 MB of records of 48 bytes. In addition, the pipe and dtrace's own buffer hold some output.
through sleeping-pipe 400000 "$TMP/then-gate" "$TMP/gate" -b 1m
[ $lines -ge $((1048576 / 48)) ] && [ $said -gt 0 ] || bad="$bad too few lines, or no drops: no test"
result sleeping-pipe "$bad"

# with one CPU or two: the rings are full, and each contains a sequence without gaps
through stopped-dtrace 400000 "$TMP/while-stopped" '' -b 1m
kept=$((1048576 / 48))
[ $lines = $kept ] || [ $lines = $((2 * kept)) ] || bad="$bad $lines lines are not full buffers of $kept"
[ $gaps = 0 ] || bad="$bad $gaps gaps"
result stopped-dtrace "$bad"
