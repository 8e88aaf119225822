#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: one probe at several sites with semaphores of their own: two in an executable, one in a library that it
# needs, one in a library that it opens later; constructors of both fire before main. The program prints
# the values of its semaphores after the last tracer has ended.
. tests/run/common.inc

cat >"$TMP/multi.d" <<'END'
provider multi {
	probe hit(int where);
	probe early(int where);
};
END
cat >"$TMP/lib.c" <<'END'
#include "multi.h"
__attribute__((constructor)) static void start(void)
{
	if (MULTI_EARLY_ENABLED())
		MULTI_EARLY(WHERE);
}
int NAME(int times)
{
	for (int i = 0; i < times; i++)
		if (MULTI_HIT_ENABLED())
			MULTI_HIT(WHERE);
	return MULTI_HIT_ENABLED();
}
END
cat >"$TMP/main.c" <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "multi.h"
int one(int times);
static __attribute__((noinline)) void first(void) { if (MULTI_HIT_ENABLED()) MULTI_HIT(1); }
static __attribute__((noinline)) void second(void) { if (MULTI_HIT_ENABLED()) MULTI_HIT(2); }
int main(int argc, char **argv)
{
	void *lib = dlopen(argv[1], RTLD_NOW);
	int (*two)(int) = (int (*)(int))dlsym(lib, "two");
	struct timespec ms = { 0, 1000000 };
	for (int i = 0; i < 10; i++)
		first();
	for (int i = 0; i < 20; i++)
		second();
	one(30);
	two(40);
	if (argc > 2) { /* until dtrace has ended */
		fflush(stdout);
		while (!access(argv[2], F_OK))
			nanosleep(&ms, NULL);
		printf("semaphores %d %d %d\n", MULTI_HIT_ENABLED(), one(0), two(0));
	}
	return 0;
}
END
(
	cd "$TMP" || exit 1
	"$DT" -h -s multi.d -o multi.h &&
	for name in one two; do
		[ $name = one ] && where=3 || where=4
		$CC -O1 -fPIC -I"$root/include" -I. -DNAME=$name -DWHERE=$where -c lib.c -o $name.o &&
			"$DT" -G -s multi.d -o $name.prov.o $name.o &&
			$CC -shared $name.o $name.prov.o -o lib$name.so || exit 1
	done &&
	$CC -O1 -I"$root/include" -I. -c main.c -o main.o && "$DT" -G -s multi.d -o main.prov.o main.o &&
	$CC main.o main.prov.o -L. -lone -Wl,-rpath,"$TMP" -ldl -o multi
) || {
	echo "not ok build"
	exit 1
}

# with -c, the needed files are known; the library that is opened later must be named, or it may be attached too late
expect needed 0 -c "$TMP/multi $TMP/libtwo.so" -qn 'multi$target:::hit /arg0 != 4/ { @[arg0] = count(); }
	multi$target:::early /arg0 != 4/ { @early[arg0] = count(); }' <<'END'

                1               10
                2               20
                3               30
                3                1
--
END

# each -x objects adds files
expect all 0 -x objects="$TMP/libtwo.so" -x objects="$TMP/libone.so" -c "$TMP/multi $TMP/libtwo.so" -qn 'multi$target:::hit { @[arg0] = count(); }
	multi$target:::early { @early[arg0] = count(); }' <<'END'

                1               10
                2               20
                3               30
                4               40
                3                1
                4                1
--
END

expect by-module 0 -x objects="$TMP/libtwo.so" -c "$TMP/multi $TMP/libtwo.so" \
	-qn 'multi$target:lib*.so::hit { @[arg0] = count(); } multi$target::second:hit { @[arg0] = count(); }' <<'END'

                2               20
                3               30
                4               40
--
END

# dtrace has ended, by exit() or killed, while the program goes on: all semaphores are 0
gone() { [ ! -e "/proc/$1" ] || [ -z "$1" ]; }
for way in exits is-killed; do
	: >"$TMP/held"
	rm -f "$TMP/data"
	"$DT" -x objects="$TMP/libtwo.so" -c "$TMP/multi $TMP/libtwo.so $TMP/held" -o "$TMP/data" \
		-qn 'multi$target:::hit { @[arg0] = count(); } multi$target:libtwo.so::hit { printf("4"); }' \
		>"$TMP/said" 2>"$TMP/err" </dev/null &
	dtrace=$!
	# forty firings of the last site; the reader looks every second
	wait_for test -s "$TMP/data"
	holder=$(cat /proc/$dtrace/task/$dtrace/children | tr ' ' '\n' | while read -r child; do
		[ -z "$child" ] || [ "$(readlink "/proc/$child/exe")" != "$(readlink -f "$DT")" ] || echo "$child"; done)
	if [ $way = exits ]; then kill -TERM $dtrace; else kill -KILL $dtrace; fi
	wait $dtrace 2>/dev/null
	# the process that holds the probes removes them, and ends
	wait_for gone "$holder"
	rm "$TMP/held"
	wait_for test -s "$TMP/said"
	bad=''
	[ "$(cat "$TMP/said")" = "semaphores 0 0 0" ] || bad=$(cat "$TMP/said" "$TMP/err")
	[ "$(head -c 40 "$TMP/data")" = 4444444444444444444444444444444444444444 ] || bad="$bad $(cat "$TMP/data")"
	result "semaphores-after-dtrace-$way" "$bad"
done

# a provider whose name ends in a digit, and $target: it is the process
printf 'provider glib2 { probe x(int); };\n' >"$TMP/digits.d"
printf '#include "digits.h"\nint main(void)\n{\n\tfor (int i = 0; i < 4; i++)\n\t\tGLIB2_X(i);\n\treturn 0;\n}\n' >"$TMP/digits.c"
made digits 2>"$TMP/said"
expect digits 0 -q -c "$TMP/digits" -n 'glib2$target:::x { @[probeprov == strjoin("glib2", lltostr(pid))] = count(); }' <<'END'

        1                4
--
END

# clocks, too, fire only on the one CPU
cpu=$(($(getconf _NPROCESSORS_ONLN) - 1))
expect one-cpu 0 -q -x cpu=$cpu -n 'BEGIN, tick-5ms, profile-97, END { @[cpu == $1] = min(1); } tick-5ms /++n > 3/ { exit(0); }' $cpu <<'END'

        1                1
--
END
