#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 60
#
# stacks: a server that ran before dtrace began, and makes none of the firings itself, has a child for each request. The
# children have ended when their addresses are printed, and have names: those of the server.
. tests/run/common.inc

name=served$$
echo "provider served { probe request(); probe done(); };" >"$TMP/$name.d"
cat >"$TMP/$name.c" <<END
#include <sys/wait.h>
#include <unistd.h>
#include "gate.h"
#include "$name.h"
__attribute__((noinline)) void serve(void)
{
	DTRACE_PROBE(served, request);
	__asm__ volatile("" ::: "memory");
}
int main(int argc, char **argv)
{
	(void)argc;
	wait_for_text(argv[1]);
	for (int i = 0; i < 200; i++) {
		if (!fork()) {
			serve();
			_exit(0);
		}
		wait(NULL);
	}
	DTRACE_PROBE(served, done);
	wait_for_text(argv[2]);
	return 0;
}
END
made "$name"
"$TMP/$name" "$TMP/out" "$TMP/end" &
server=$!
wait_for runs $server "$TMP/$name"
"$DT" -qn "served*:$name::request { @[usym(uregs[R_PC])] = count(); } served*:$name::done { exit(0); }
	BEGIN { printf(\"go\n\"); }" >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
echo >"$TMP/end"
wait $server
sed '1d; /^$/d' "$TMP/out" | sort | uniq -c | sed 's/  */ /g' >"$TMP/got"
echo " 200 $name\`serve 1" | diff - "$TMP/got" >"$TMP/diff"
result names "$([ $status = 0 ] && [ ! -s "$TMP/err" ] || cat "$TMP/err")$(head -4 "$TMP/diff")"
