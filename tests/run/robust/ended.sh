#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A process ends between the moment at which dtrace reads that it maps a file and the moment at which it opens the file:
# the file is traced all the same, as another process has it, or as soon as one maps it.
. tests/run/common.inc

command -v strace >/dev/null || {
	echo "skip ended: needs strace"
	exit 0
}

program=$(readlink -f "$TMP")/ended$$
cp "$TRIGGERS/loop" "$program"

# code PID: the range of addresses of its code
code() { sed -n "s|^\([^ ]*\) r-xp .* $program$|\1|p" "/proc/$1/maps"; }

# refused CALL CNT: so many of these calls found no file
refused() { [ "$(grep -c "^$1(.*INJECTED" "$TMP/calls")" = "$2" ] || bad="$bad; nothing injected: $(cat "$TMP/calls")"; }

# functions of all processes: the file of the first process that maps it is gone, in each of three ways to open it
setarch -R "$program" 1 "$TMP/go" &
first=$!
setarch -R "$program" 1 "$TMP/go" &
second=$!
wait_for runs $first "$program"
wait_for runs $second "$program"
[ $first -lt $second ] || first=$second # the order in /proc
range=$(code $first)
under_strace -qqq -o "$TMP/calls" -P "/proc/$first/map_files/$range" -P "/proc/$first/exe" -P "/proc/$first/root$program" \
	-e trace=newfstatat -e inject=newfstatat:error=ENOENT:when=1..3 \
	"$DT" -qn "pid*:${program##*/}:main:entry { } BEGIN { exit(0); }" >"$TMP/out" 2>"$TMP/err" </dev/null
bad=$?
[ $bad != 0 ] || bad=''
[ -z "$bad" ] || bad="status $bad: $(cat "$TMP/err")"
refused newfstatat 3
echo >"$TMP/go"
wait
result functions "$bad"

# a program that appears while its probes are awaited: its first process ends; the second one makes it known
rm -f "$TMP/go" "$TMP/out"
mkfifo "$TMP/start"
sh -c 'read -r line <"$1"; exec setarch -R "$2" 1 "$3"' sh "$TMP/start" "$program" "$TMP/gone" &
first=$!
under_strace -qqq -o "$TMP/calls" -P "/proc/$first/map_files/$range" \
	-e trace=openat -e inject=openat:error=ENOENT:when=1 \
	"$DT" -Zvqn "BEGIN { printf(\"go\n\"); } loop*:${program##*/}::done { exit(0); }" -n 'tick-20s { exit(2); }' \
	>"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
echo >"$TMP/start"
injected() { grep -qs INJECTED "$TMP/calls" || ! kill -0 $dtrace 2>/dev/null; }
wait_for injected
echo >"$TMP/gone"
wait $first
known() { grep -q ' traced from ' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }
"$program" 1 "$TMP/go" &
wait_for known
echo >"$TMP/go"
wait $dtrace
bad=$?
[ $bad != 0 ] || bad=''
[ -z "$bad" ] || bad="status $bad: $(cat "$TMP/err")"
refused openat 1
wait
result program "$bad"
