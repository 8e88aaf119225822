#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: arguments in variables (`-4@counter(%rip)`) where the linker has made hidden functions and variables local, and
# in stripped libraries: the argument is the variable that the code means, or it can't be read, whichever the linker.
. tests/run/common.inc

cat >"$TMP/a.c" <<'END'
#include <sys/sdt.h>
static int counter = 11;
void bump(void) { counter++; }
static __attribute__((noinline)) void inner(void) { DTRACE_PROBE1(hidden, in_static, counter); }
__attribute__((noinline)) void outer(void) { DTRACE_PROBE1(hidden, in_hidden, counter); }
void other(void);
__attribute__((visibility("default"))) void api(void) { bump(); inner(); outer(); other(); }
END
cat >"$TMP/b.c" <<'END'
#include <sys/sdt.h>
int counter = 99;
void change(void) { counter++; }
static __attribute__((noinline)) void inner(void) { DTRACE_PROBE1(hidden, of_other, counter); }
void other(void) { inner(); }
END
echo 'void other(void) { }' >"$TMP/c.c"
echo 'void api(void); int main(void) { api(); return 0; }' >"$TMP/main.c"

for ld in bfd gold lld mold; do
	command -v ld.$ld >/dev/null || {
		echo "skip $ld: needs ld.$ld"
		continue
	}
	(
		cd "$TMP" || exit 1
		build="gcc -O2 -fPIC -fvisibility=hidden -fuse-ld=$ld -I$root/include"
		for kind in one two; do
			[ $kind = one ] && more=c.c || more=b.c
			$build -shared a.c $more -o lib$kind-$ld.so &&
				gcc main.c -L. -l$kind-$ld -Wl,-rpath,"$TMP" -o $kind-$ld || exit 1
		done
	) || {
		echo "not ok build-$ld"
		continue
	}
	# the only variable of that name
	expect one-$ld 0 -c "$TMP/one-$ld" -qn 'hidden$target::: { trace(arg0); }' <<'END'
1212
--
END
	# each file has one
	expect static-$ld 0 -c "$TMP/two-$ld" -qn 'hidden$target:::in_static, hidden$target:::of_other { trace(arg0); }' <<'END'
1299
--
END
	# a hidden function could be of either file, unless the linker keeps it with its own
	if [ $ld = lld ] || [ $ld = mold ]; then
		expect hidden-$ld 0 -c "$TMP/two-$ld" -qn 'hidden$target:::in_hidden { trace(arg0); }' <<'END'
12
--
END
	else
		expect hidden-$ld 1 -c "$TMP/two-$ld" -qn 'hidden$target:::in_hidden { trace(arg0); }' <<END
--
dtrace: invalid probe specifier hidden\$target:::in_hidden { trace(arg0); }: arg0 can't be read at hidden:libtwo-$ld.so:outer:in_hidden: several symbols have this name
  hidden\$target:::in_hidden { trace(arg0); }
                                    ^~~~
END
	fi
done

# a stripped library has lost the variable, and exports that of another file
cat >"$TMP/s.c" <<'END'
#include <sys/sdt.h>
static int counter = 11;
void bump(void) { counter++; }
void api(void) { bump(); DTRACE_PROBE1(hidden, in_exported, counter); }
END
(cd "$TMP" && gcc -O2 -fPIC -I"$root/include" -shared s.c b.c -o libs.so && gcc main.c -L. -ls -Wl,-rpath,"$TMP" -o s) || exit 1
for how in -x ''; do
	strip $how "$TMP/libs.so" -o "$TMP/libstripped.so" && mv "$TMP/libstripped.so" "$TMP/libs.so"
	expect stripped$how 1 -c "$TMP/s" -qn 'hidden$target:::in_exported { trace(arg0); }' <<'END'
--
dtrace: invalid probe specifier hidden$target:::in_exported { trace(arg0); }: arg0 can't be read at hidden:libs.so:api:in_exported: the file's symbol table does not have this symbol
  hidden$target:::in_exported { trace(arg0); }
                                      ^~~~
END
done
