#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 240
#
# -F over thousands of functions of the kernel, entry and return, while a program opens files: the return of each call has
# the indentation of its entry. FLOW_FUNCTIONS='*': over all functions, which takes minutes in an emulated machine.
. tests/run/common.inc

if ! "$DT" -x features | grep -q '^kprobe_multi  *yes'; then
	echo "skip nested: needs kprobe_multi"
	exit 0
fi
cat >"$TMP/flow.d" <<D
syscall::openat:entry /pid == \$target/ { self->t = 1; }
syscall::openat:return /self->t/ { self->t = 0; @opens = count(); }
fbt::${FLOW_FUNCTIONS:-[d-f]*}: /self->t/ {}
D
"$DT" -F -s "$TMP/flow.d" -c "$TRIGGERS/kcalls" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
result status "$([ $status = 0 ] || { echo "exit status $status"; cat "$TMP/err"; })"
result messages "$(grep -Ev -e ' matched [0-9]* probes*$' -e 'pid [0-9]* has exited$' -e '^dtrace: [0-9]+ missed firings? ' "$TMP/err")"

# "  0    -> name": two more blanks for each surrounding call. The trace begins and ends in the middle of functions
# (syscall_trace_enter ...), so the test looks at each call of do_sys_openat2 with the calls inside it
awk '
$2 != "->" && $2 != "<-" {
	if (NF == 1 && $1 ~ /^[0-9]+$/)
		opens = $1
	next
}
!depth && !($2 == "->" && $3 == "do_sys_openat2") { next }
{
	indent = match($0, /[-<][->] /)
	rows++
}
$2 == "->" {
	if (!depth) {
		calls++
		base = indent
	}
	if (indent != base + 2 * depth)
		print "row " NR ": not at depth " depth ": " $0
	stack[depth++] = $3
	next
}
{
	depth--
	if (stack[depth] != $3 || indent != base + 2 * depth)
		print "row " NR ": " stack[depth] " at depth " depth " has not ended: " $0
}
END {
	if (depth)
		print depth " calls have not ended, the first " stack[0]
	if (!opens || calls != opens)
		print opens + 0 " system calls, " calls + 0 " of do_sys_openat2"
	if (rows < 20 * opens)
		print "only " rows " rows"
}' "$TMP/out" >"$TMP/odd"
result nested "$(head -n 10 "$TMP/odd")"
