#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: a library that a running process has mapped twice, by dlmopen(3): the sites of both copies fire.
. tests/run/common.inc

cat >"$TMP/lib.d" <<'END'
provider copies { probe call(int n); };
END
cat >"$TMP/lib.c" <<'END'
#ifdef DIRECT
#include "lib.h"
#else
#include <sys/sdt.h>
#define COPIES_CALL(n) DTRACE_PROBE1(copies, call, n)
#endif
void call(int cnt) { for (int i = 0; i < cnt; i++) COPIES_CALL(i); }
END
cat >"$TMP/copies.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include "gate.h"
int main(int argc, char **argv)
{
	void (*call[2])(int);

	(void)argc;
	for (int i = 0; i < 2; i++)
		call[i] = (void (*)(int))dlsym(dlmopen(i ? LM_ID_NEWLM : LM_ID_BASE, argv[1], RTLD_NOW), "call");
	wait_for_text(argv[2]);
	call[0](20);
	call[1](20);
	return call[0] == call[1];
}
END
(
	cd "$TMP" || exit 1
	build="$CC -O1 -fPIC -I$root/include -I. -shared"
	$build lib.c -o libplain.so && $CC -O1 -I"$root/tests/triggers" copies.c -ldl -o copies || exit 1
	[ "$(uname -m)" = x86_64 ] || exit 0
	"$DT" -h --direct -s lib.d -o lib.h && "$DT" -G --direct -s lib.d -o lib.o && $build -DDIRECT lib.c lib.o -o libdirect.so
) || {
	echo "not ok build"
	exit 1
}

maps_twice() { [ "$(grep -c "r-xp.*$library" "/proc/$pid/maps")" = 2 ]; }

# traced NAME LIBRARY PROVIDER: dtrace counts the probes of that provider in a running program; standard input is its
# output
traced() {
	cat >"$TMP/wanted"
	library=$2
	rm -f "$TMP/out" "$TMP/go"
	"$TMP/copies" "$TMP/$library" "$TMP/go" &
	pid=$!
	wait_for maps_twice
	"$DT" -v -p $pid -qn 'BEGIN { printf("go\n"); }' -n "$3:$library:call:call /pid == \$target/ { @ = count(); }" \
		>"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	echo >"$TMP/go"
	ends "$1" <"$TMP/wanted"
	wait $pid
}
traced one-process libplain.so 'copies$target' <<'END'

               40
END
traced all-processes libplain.so 'copies*' <<'END'

               40
END
[ -e "$TMP/libdirect.so" ] || exit 0
# the kernel sets the semaphore, which direct probes test, in one copy
traced direct libdirect.so 'copies$target' <<'END'

               20
END
result direct-why "$(grep -q "libdirect.so in process $pid are traced through the kernel: it maps the file twice$" "$TMP/err" || cat "$TMP/err")"
