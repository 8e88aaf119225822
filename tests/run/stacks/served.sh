#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 60
#
# stacks: a server that ran before dtrace began, and makes none of the firings itself, has a child for each request. The
# children have ended when their addresses are printed, and have names: those of the server. So do they if all that
# dtrace has seen of the server is one more mapping.
. tests/run/common.inc

name=served$$
echo "provider served { probe request(); probe done(); };" >"$TMP/$name.d"
cat >"$TMP/$name.c" <<END
#include <fcntl.h>
#include <sys/mman.h>
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
	wait_for_text(argv[1]);
	if (argc > 3)
		mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, open(argv[3], O_RDONLY), 0);
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

# served NAME WORD...: the server with these words
served() {
	what=$1
	shift
	rm -f "$TMP/out" "$TMP/end"
	"$TMP/$name" "$TMP/out" "$TMP/end" "$@" &
	server=$!
	wait_for runs $server "$TMP/$name"
	"$DT" -qn "served*:$name::request { @[usym(uregs[R_PC])] = count(); } served*:$name::done { exit(0); }
		BEGIN { printf(\"go\n\"); }" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	echo >"$TMP/end"
	wait $server
	sed '1d; /^$/d' "$TMP/out" | sort | uniq -c | sed 's/  */ /g' >"$TMP/got"
	echo " 200 $name\`serve 1" | diff - "$TMP/got" >"$TMP/diff"
	result "$what" "$([ $status = 0 ] && [ ! -s "$TMP/err" ] || cat "$TMP/err")$(head -4 "$TMP/diff")"
}
served names
served names-of-partly-known "$TMP/$name"
