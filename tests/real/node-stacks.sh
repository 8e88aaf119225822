#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# ustack() of Node.js: through C++, which has tables, V8's built-in functions, which have none, and generated code, to the
# start of the program. (process.ppid is a system call each time.)
. tests/real/real.inc

node=$(command -v node) || {
	echo "skip node-stacks: no Node.js"
	exit 0
}
{ nm -D "$(readlink -f "$node")" || nm -D "$(ldd "$node" | awk '/libnode/ { print $3 }')"; } 2>/dev/null |
	grep -q ' T _ZN2v87Isolate20GetEmbeddedCodeRange' || {
	echo "skip node-stacks: this Node.js does not export V8's built-in functions"
	exit 0
}
cat >"$TMP/calls.js" <<'END'
function leaf() { return process.ppid; }
function middle(list) { return list.map(leaf).length; }
function outer() { for (let i = 0; i < 50; i++) middle([1, 2]); }
outer();
END
cd "$TMP" || exit 1 # node writes a log into the current folder
"$DT" -q -x ustackframes=60 -c "$node --perf-basic-prof --interpreted-frames-native-stack $TMP/calls.js" \
	-n 'syscall::getppid:entry /pid == $target/ { @[ustack()] = count(); }
	BEGIN { printf("pid %d\n", $target); }' >"$TMP/out" 2>"$TMP/err"
rm -f "/tmp/perf-$(sed -n 's/^pid //p' "$TMP/out").map"

# how many of the stacks have all of it, in this order
whole=$(awk '
	function reset() { at = 1 }
	BEGIN { n = split("getppid leaf middle outer __libc_start_call_main", names); reset() }
	NF == 1 && /^ *[0-9]+$/ { all += $1; whole += at > n ? $1 : 0; reset(); next }
	at <= n && index($0, names[at]) { at++ }
	END { print whole + 0, all + 0 }' "$TMP/out")
result node-stacks "$([ "$whole" = '100 100' ] || { echo "whole stacks, all: $whole"; head -n 30 "$TMP/out"; cat "$TMP/err"; })"
