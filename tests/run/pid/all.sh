#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# pid*: functions of all processes, by file. The files are the test's own; in the C library, only the test's processes
# are probed.
# shellcheck disable=SC2016
. tests/run/common.inc

cat >"$TMP/lib.c" <<'END'
#include <stdlib.h>
#include "lib.h"
int all_leaf(int n) { __asm__ volatile(""); return n * 2; }
int all_tail(int (*f)(int), int n) { return f(n); }
int all_call(int (*f)(int), int n) { return f(n) + 1; }
void all_done(void) { __asm__ volatile(""); }
END
cat >"$TMP/lib.h" <<'END'
#ifdef __cplusplus
extern "C" {
#endif
int all_leaf(int n);
int all_tail(int (*f)(int), int n);
int all_call(int (*f)(int), int n);
void all_done(void);
#ifdef __cplusplus
}
#endif
END
# all N [FILE]: makes N calls as soon as FILE has content
cat >"$TMP/all.c" <<'END'
#include <stdlib.h>
#include "gate.h"
#include "lib.h"
static int twice(int n) { return 2 * n; }
int main(int argc, char **argv)
{
	int sum = 0;

	if (argc > 2)
		wait_for_text(argv[2]);
	for (int i = 0; i < atoi(argv[1]); i++) {
		void *volatile memory = malloc(123456);

		free(memory);
		sum += all_leaf(i) + all_tail(twice, i) + all_call(twice, i);
	}
	all_done();
	return sum < 0;
}
END
# throws exceptions through functions of the library
cat >"$TMP/throws.cc" <<'END'
#include <cstdlib>
#include "gate.h"
#include "lib.h"
static int fails(int n) { if (n % 2) throw n; return n; }
int main(int, char **argv)
{
	int caught = 0;

	wait_for_text(argv[2]);
	for (int i = 0; i < std::atoi(argv[1]); i++) {
		try { all_tail(fails, i); } catch (int) { caught++; }
		try { all_call(fails, i); } catch (int) { caught++; }
	}
	all_done();
	return caught != std::atoi(argv[1]);
}
END
# opens N LIBRARY FILE: opens the library, and makes N calls as soon as FILE has content
cat >"$TMP/opens.c" <<'END'
#include <dlfcn.h>
#include <stdlib.h>
#include "gate.h"
int main(int argc, char **argv)
{
	void *library = dlopen(argv[2], RTLD_NOW);
	int (*leaf)(int) = (int (*)(int))dlsym(library, "all_leaf");
	void (*done)(void) = (void (*)(void))dlsym(library, "all_done");

	wait_for_text(argv[3]);
	for (int i = 0; i < atoi(argv[1]); i++)
		leaf(i);
	done();
	return argc != 4;
}
END
(
	cd "$TMP" && flags="-O2 -I$root/tests/triggers" &&
		$CC $flags -fPIC -fexceptions -shared lib.c -Wl,-soname,liball.so.1 -o liball.so.1 && cp liball.so.1 libopened.so.1 &&
		$CC $flags all.c ./liball.so.1 -Wl,-rpath,"$TMP" -o all && $CC $flags opens.c -ldl -o opens
) || {
	echo "not ok build"
	exit 1
}
(cd "$TMP" && g++ -O2 -I"$root/tests/triggers" throws.cc ./liball.so.1 -Wl,-rpath,"$TMP" -o throws 2>"$TMP/err") ||
	has_throws=no

# ---- listings: files, not processes
"$TMP/all" 0 "$TMP/go" &
one=$!
"$TMP/all" 0 "$TMP/go" &
two=$!
wait_for runs $one "$TMP/all"
wait_for runs $two "$TMP/all"
mapped() { grep -q liball "/proc/$one/maps" && grep -q liball "/proc/$two/maps"; }
wait_for mapped
expect list 0 -l -n 'pid*:liball:all_*:entry, pid*:liball.so.1:all_leaf:return' -n "pid*:$TMP/liball.so.1:all_done:0" <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4       pid*       liball.so.1                          all_leaf entry
    5       pid*       liball.so.1                          all_tail entry
    6       pid*       liball.so.1                          all_call entry
    7       pid*       liball.so.1                          all_done entry
    8       pid*       liball.so.1                          all_leaf return
    9       pid*       liball.so.1                          all_done 0
--
END
echo go >"$TMP/go"
wait $one $two

# ---- a file by its path, before any process uses it; the provider gets the id of the process when it fires
expect path 0 -q -c "$TMP/all 3" -n "pid*:$TMP/liball.so.1:all_leaf:entry, pid*:$TMP/liball.so.1:all_leaf:return
	/pid == \$target/ { @[probeprov == strjoin(\"pid\", lltostr(pid)), probename] = count(); }" <<'END'

        1  entry                                                             3
        1  return                                                            3
--
END

# ---- three processes: before, during and after attaching
# counted NAME: compares $TMP/out, with names for pids and sorted, with standard input
counted() {
	sed -e /^go$/d -e '/^$/d' -e "s/\<$before\>/before/; s/\<$during\>/during/; s/\<$after\>/after/" \
		-e "s/pid$before\>/pid-before/; s/pid$during\>/pid-during/; s/pid$after\>/pid-after/" "$TMP/out" |
		grep -v "^[A-Z	]" | LC_ALL=C sort >"$TMP/sorted"
	bad=$(diff - "$TMP/sorted")
	[ -z "$bad" ] || bad="$bad $(cat "$TMP/err")"
	result "$1" "$bad"
}

# three PROGRAM: runs it with 100, 200 and 300 before, during and after the start of dtrace with $script
three() {
	rm -f "$TMP/go"
	: >"$TMP/out"
	"$1" 100 "$TMP/go" &
	before=$!
	wait_for runs $before "$1"
	rm -f "$TMP/out"
	"$DT" -qn "$script" >"$TMP/out" 2>"$TMP/err" &
	dtrace=$!
	"$1" 200 "$TMP/go" &
	during=$!
	wait_for began
	"$1" 300 "$TMP/go" &
	after=$!
	echo go >"$TMP/go"
	statuses=
	for pid in $before $during $after $dtrace; do
		wait $pid
		statuses="$statuses$?"
	done
}

script='BEGIN { printf("go\n"); }
	pid*:libc:malloc:entry /execname == "all" && arg0 == 123456/ { @["malloc", pid] = count(); }
	pid*:liball.so.1:all_leaf:entry { @["leaf", pid] = count(); }
	pid*:liball.so.1:all_leaf:return { @["returns", pid] = count(); @sums["sum", pid] = sum(arg1); }
	pid*:liball.so.1:all_call:return { @[probeprov, pid] = count(); }
	pid*:liball.so.1:all_done:entry /++done == 3/ { exit(0); }
	END { printa("%s %d %@d\n", @); printa("%s %d %@d\n", @sums); }'
three "$TMP/all"
result statuses "$([ "$statuses" = 0000 ] || echo "$statuses $(cat "$TMP/err")")"
counted counts <<'END'
leaf after 300
leaf before 100
leaf during 200
malloc after 300
malloc before 100
malloc during 200
pid-after after 300
pid-before before 100
pid-during during 200
returns after 300
returns before 100
returns during 200
sum after 89700
sum before 9900
sum during 39800
END
"$TMP/all" 10
result unharmed-after "$([ $? = 0 ] || echo "exit status")"

# ---- refused: returns by the return address, because any process may throw exceptions through them
shared='any process may map the file, including one that throws exceptions or walks its stacks, and not all return instructions are known: name a process (pid$target)'
expect refused 0 -l -n "pid*:$TMP/liball.so.1:all_tail:return" <<END
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match pid*:TMP/liball.so.1:all_tail:return: No probe matches description (all_tail can't be probed there: $shared)
END
expect not-unsafe 0 -x unsafereturns -l -n "pid*:$TMP/liball.so.1:all_tail:return" <<END
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match pid*:TMP/liball.so.1:all_tail:return: No probe matches description (all_tail can't be probed there: $shared)
END
expect boundless 0 -l -n 'pid*:::return' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
--
dtrace: failed to match pid*:::return: No probe matches description (these are all functions of all processes: name a file (pid*:libc.so.6:...) or one function)
END
expect no-file 1 -n 'pid*:libnosuch:f:entry' <<'END'
--
dtrace: invalid probe specifier pid*:libnosuch:f:entry: probe description pid*:libnosuch:f:entry does not match any probes (no process has a file libnosuch, and none of that name is on PATH or known to the run-time linker: -Z waits for a process that maps one)
  pid*:libnosuch:f:entry
  ^~~~~~~~~~~~~~~~~~~~~~
END

# ---- exceptions pass through functions whose returns are probed
if [ "${has_throws-}" = no ]; then
	echo "skip throws: needs g++"
else
	script='BEGIN { printf("go\n"); }
	pid*:liball.so.1:all_[ct]*:entry, pid*:liball.so.1:all_[ct]*:return /execname == "throws"/ { @[strjoin(strjoin(probefunc, " "), probename), pid] = count(); }
	pid*:liball.so.1:all_done:entry /execname == "throws" && ++done == 3/ { exit(0); }
	END { printa("%s %d %@d\n", @); }'
	three "$TMP/throws"
	result throws-statuses "$([ "$statuses" = 0000 ] || echo "$statuses $(cat "$TMP/err")")"
	counted throws <<'END'
all_call entry after 300
all_call entry before 100
all_call entry during 200
all_call return after 150
all_call return before 50
all_call return during 100
all_tail entry after 300
all_tail entry before 100
all_tail entry during 200
END
fi

# ---- a previously unknown file: a library that processes open
traced() { grep -q 'traced from [0-9.]* ms after a process' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }
rm -f "$TMP/go"
: >"$TMP/out"
"$DT" -v -x quiet -Zn 'BEGIN { printf("go\n"); } pid*:libopened.so.1:all_leaf:entry, pid*:libopened.so.1:all_leaf:return { @[pid, probename] = count(); }
	pid*:libopened*:all_done:entry /++done == 2/ { exit(0); }
	END { printa("%d %s %@d\n", @); }' >"$TMP/out" 2>"$TMP/err" &
dtrace=$!
wait_for began
"$TMP/opens" 100 "$TMP/libopened.so.1" "$TMP/go" &
before=$!
during=none
wait_for traced
"$TMP/opens" 200 "$TMP/libopened.so.1" "$TMP/go" &
after=$!
echo go >"$TMP/go"
wait $before $after $dtrace
counted opened <<'END'
after entry 200
after return 200
before entry 100
before return 100
END
