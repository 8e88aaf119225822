#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# pid: functions of libraries that a process opens while it is traced. It calls them when -v has reported the library.
# shellcheck disable=SC2016
. tests/run/common.inc

cat >"$TMP/lib.c" <<'END'
__attribute__((noinline)) int leaf(int n) { __asm__ volatile(""); return n * 2; }
#if defined(__x86_64__)
__asm__(".globl round\n.type round,@function\nround: lea 3(%rax),%rax\n dec %rdi\n jnz round\n ret\n.size round, .-round");
#else
__attribute__((noinline)) long round(long n) { __asm__ volatile(""); return n; }
#endif
extern long round(long);
void call(void);
void call(void)
{
	for (int i = 0; i < 50; i++)
		leaf(i);
	for (int i = 1; i <= 20; i++)
		round(i);
}
END
# opens, calls and closes the library a given number of times
cat >"$TMP/again.c" <<'END'
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "gate.h"
int main(int argc, char **argv)
{
	wait_for_text(argv[2]);
	for (int i = 0; i < atoi(argv[4]); i++) {
		void *library = dlopen(argv[1], RTLD_NOW);
		void (*call)(void) = (void (*)(void))dlsym(library, "call");
		if (!i)
			wait_for_text(argv[3]);
		call();
		if (argc > 5 && !fork()) {
			call();
			_exit(0);
		}
		if (argc > 5)
			wait(NULL);
		dlclose(library);
	}
	return 0;
}
END
# compiling them in an emulated machine takes minutes
many=10000
[ "$TEST_MACHINE" != aarch64 ] || many=500
awk -v many=$many 'BEGIN {
	for (i = 0; i < many; i++)
		printf "__attribute__((noinline)) int f%d(int n) { __asm__ volatile(\"\"); return n; }\n", i
	print "void call(void);\nvoid call(void)\n{"
	for (i = 0; i < many; i++)
		printf "f%d(%d);\n", i, i
	print "}"
}' >"$TMP/ten.c"
(
	cd "$TMP" && $CC -O1 -fPIC -fno-builtin -fcf-protection=none -shared lib.c -o liblate.so 2>/dev/null ||
		$CC -O1 -fPIC -fno-builtin -shared lib.c -o liblate.so
	$CC -O0 -w -fPIC -shared ten.c -o libten.so && $CC -O1 -I"$root/tests/triggers" again.c -ldl -o again
) || {
	echo "not ok build"
	exit 1
}

traced() { grep -q 'traced from [0-9.]* ms after process\|is not traced:' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }

# opened NAME LIBRARY AGAIN-WORDS DTRACE-WORD...: a process that opens the library when tracing has begun
opened() {
	name=$1 library=$TMP/$2 words=$3
	shift 3
	cat >"$TMP/wanted"
	rm -f "$TMP/out" "$TMP/open" "$TMP/go"
	# shellcheck disable=SC2086
	${in_own_root:-} "$TMP/again" "$library" "$TMP/open" "$TMP/go" $words &
	pid=$!
	wait_for runs $pid "$TMP/again"
	"$DT" -v -p $pid -qn 'BEGIN { printf("go\n"); }' "$@" >"$TMP/out" 2>"$TMP/err" </dev/null &
	dtrace=$!
	wait_for began
	echo >"$TMP/open"
	wait_for traced
	echo >"$TMP/go"
	ends "$name" <"$TMP/wanted"
	wait
}

clauses='pid$target:liblate.so:leaf:entry, pid$target:late*:leaf:entry, pid$target:liblate:leaf:return, pid$target::round:entry,
	pid$target:lib[l]ate*:round:return, pid$target:liblate.so:leaf:0
	{ @[probemod, probefunc, probename, probeprov == strjoin("pid", lltostr(pid)), id > 0] = count(); }
	pid$target:liblate.so:leaf:return { @sum = sum(arg1); }
	END { printa("%s %s %s %d %d %@d\n", @); printa("%@d\n", @sum); }'
all='liblate.so round entry 1 1 20
liblate.so round return 1 1 20
liblate.so leaf 0 1 1 50
liblate.so leaf entry 1 1 50
liblate.so leaf return 1 1 50
2450'
for way in '' -xnouprobemulti; do
	opened "each$way" liblate.so 1 $way -Zn "$clauses" <<END
$all

END
	# closed and opened again; children fire nothing
	opened "again$way" liblate.so '3 fork' $way -Zn 'pid$target:liblate.so:leaf:, pid$target::round:entry
		/probename == "entry" || probename == "return"/ { @[probefunc, probename] = count(); }
		END { printa("%s %s %@d\n", @); }' <<'END'
round entry 60
leaf entry 150
leaf return 150

END
done

# together with probes that match at the start, without -Z; one clause that could also match USDT sites
opened beside liblate.so 1 -n 'pid$target::[l]eaf:entry, pid$target:libc:exit:entry, none$target::: { @[probefunc, probename] = count(); }
	END { printa("%s %s %@d\n", @); }' -Z <<'END'
exit entry 1
leaf entry 50

END
opened many libten.so 1 -Zn 'pid$target:libten.so:f[0-9]*:entry { @ = count(); @n[probefunc] = count(); @s = sum(arg0); @sum = sum(id > 0); }
	END { printa("%@d ", @); printa("%@d ", @s); printa("%@d\n", @sum); trunc(@n, 0); }' <<END
$many $((many * (many - 1) / 2)) $many

END
# a library linked with one that throws, which is not mapped yet when the first one is. And a library whose path, seen
# from dtrace, leads to another file or to none: its dependencies are unknown
refused='pid$target:libuses.so:calls:entry, pid$target:libuses.so:calls:return { @[probename] = count(); } END { printa("%s %@d\n", @); }'
told() { grep -q 'libuses.so:calls:return of .*/libuses.so, which process [0-9]* mapped, is not traced: calls can.t be probed there: .*thrown' "$TMP/err" || cat "$TMP/err"; }
cat >"$TMP/uses.c" <<'END'
static int twice(int n) { return n * 2; }
int (*volatile callee)(int) = twice;
__attribute__((noinline)) int calls(int n) { return callee(n + 1); }
void call(void);
void call(void)
{
	for (int i = 0; i < 50; i++)
		calls(i);
}
END
(
	cd "$TMP" && echo 'extern int _Unwind_RaiseException(void *); int (*throws)(void *) = _Unwind_RaiseException;' >throws.c &&
		$CC -fPIC -shared throws.c -lgcc_s -o libthrows.so && mkdir -p own &&
		$CC -O2 -fPIC -fno-builtin -shared uses.c -Wl,--no-as-needed -L. -lthrows -Wl,-rpath,"$TMP" -o libuses.so &&
		$CC -O2 -fPIC -fno-builtin -shared uses.c -o plain.so
	printf '#!/bin/sh\nmount -t tmpfs none "%s/own" && cp "%s/plain.so" "%s/own/libuses.so" && exec "$@"\n' "$TMP" "$TMP" "$TMP" >mounts
	chmod +x mounts
)
opened needed libuses.so 1 -Zn "$refused" <<'END'
entry 50

END
result needed-told "$(told)"
in_own_root="unshare -m $TMP/mounts"
opened elsewhere own/libuses.so 1 -Zn "$refused" <<'END'
entry 50

END
in_own_root=
result elsewhere-told "$(told)"
opened typo liblate.so 1 -Zn 'pid$target:liblate.so:leave:entry { @ = count(); }' <<'END'

END
result typo-told "$(grep -q 'pid[0-9]*:liblate.so:leave:entry of .*/liblate.so, which process [0-9]* mapped, is not traced: no such function$' "$TMP/err" ||
	cat "$TMP/err")"
