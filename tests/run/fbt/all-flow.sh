#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 240
#
# -F over every function of the kernel, entry and return, while a program opens files: each call ends where it began.
. tests/run/common.inc

if ! "$DT" -x features | grep -q '^kprobe_multi  *yes'; then
	echo "skip nested: needs kprobe_multi"
	exit 0
fi
cat >"$TMP/flow.d" <<'D'
syscall::openat:entry /pid == $target/ { self->t = 1; }
syscall::openat:return /self->t/ { self->t = 0; @opens = count(); }
fbt::: /self->t/ {}
D
"$DT" -F -s "$TMP/flow.d" -c "$TRIGGERS/kcalls" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
result status "$([ $status = 0 ] || { echo "exit status $status"; cat "$TMP/err"; })"
result messages "$(grep -Ev -e ' matched [0-9]* probes*$' -e 'pid [0-9]* has exited$' -e '^dtrace: [0-9]+ missed firings? ' "$TMP/err")"

# "  0    -> name": two blanks more for each call around it
awk '
$2 == "->" || $2 == "<-" {
	indent = match($0, /[-<][->] /) - 6
	rows++
	if ($2 == "->") {
		if (indent != 2 * depth)
			print "row " NR ": depth is not " depth ": " $0
		stack[depth++] = $3
		if ($3 == "do_sys_openat2")
			calls++
		next
	}
	depth--
	if (stack[depth] != $3 || indent != 2 * depth)
		print "row " NR ": " stack[depth] " at depth " depth " has not ended: " $0
	next
}
NF == 1 && $1 ~ /^[0-9]+$/ { opens = $1 }
END {
	if (depth)
		print depth " calls have not ended, the first " stack[0]
	if (!opens || calls != opens)
		print opens + 0 " system calls, " calls + 0 " of do_sys_openat2"
	if (rows < 50 * opens)
		print "only " rows " rows"
}' "$TMP/out" >"$TMP/odd"
result nested "$(head -n 10 "$TMP/odd")"
