#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# funclatency: as many times as calls, also for nested calls, for one process and for all; and the times are right.
. tests/run/tools/common.inc

# counts FUNCTION: its number of calls, and of all rows
counts() {
	awk -v name="$1:" '$1 == name { print $2; is_wanted = 1; next }
		/: .* calls, / { is_wanted = 0 }
		is_wanted && /\|/ { n += $NF }
		END { print n + 0 }' "$TMP/out" | tr '\n' ' '
}

tool funclatency -c "$TRIGGERS/funcs 10 5" 'a.out:[dt]e*'
result nested "$([ "$(counts deep)$(counts ten)" = '60 60 10 10 ' ] || cat "$TMP/out" "$TMP/err")"

# ten times ten milliseconds
tool funclatency -m -c "$TRIGGERS/naps 10" libc:clock_nanosleep
result times "$(awk '/^clock_nanosleep: 10 calls, / { right = $5 + 0 >= 100 && $7 + 0 >= 10 }
	/\|/ && $1 < 8 && $NF { right = 0 }
	END { if (!right) print "not 10 of 10 ms" }' "$TMP/out")"

tool funclatency -u -m ten
result units "$([ $status = 2 ] && grep -q 'either -u or -m' "$TMP/err" || echo "status $status")"

# all processes that use the file; the tool is ended by a signal
cp "$TRIGGERS/funcs" "$TMP/mine"
"$(echo tools/*/funclatency)" "$TMP/mine:ten" >"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for grep -q 'times in ns' "$TMP/out"
"$TMP/mine" 3 >/dev/null
"$TMP/mine" 4 >/dev/null
kill -TERM $dtrace
wait $dtrace
result all-processes "$([ "$(counts ten)" = '7 7 ' ] || cat "$TMP/out" "$TMP/err")"

# after more calls than there is room for have ended without a return, there is no time since the machine was started
cat >"$TMP/leaves.c" <<'END'
#include <setjmp.h>

static jmp_buf out;
static volatile int n;

__attribute__((noinline)) void leaves(int is_left)
{
	n++;
	if (is_left)
		longjmp(out, 1);
	n++;
}

int main(void)
{
	for (volatile int i = 0; i < 2000; i++)
		if (!setjmp(out))
			leaves(1);
	leaves(0);
	return 0;
}
END
$CC -O1 "$TMP/leaves.c" -o "$TMP/leaves" || exit 1
export DTRACE_OPT_DYNVARSIZE=4k
tool funclatency -c "$TMP/leaves" a.out:leaves
result left "$(grep -q 'dynamic variable drops' "$TMP/err" || cat "$TMP/err"; grep leaves "$TMP/out")"

# a call within which another one of the function was left, and deeper ones than the kernel has returns for: theirs are
# not the times of the inner ones
cat >"$TMP/inner.c" <<'END'
#include <setjmp.h>
#include <unistd.h>

#define KEEP __attribute__((noinline, noclone))

static jmp_buf out;

KEEP int leaves(int depth)
{
	if (!depth)
		longjmp(out, 1);
	usleep(50000);
	if (!setjmp(out))
		leaves(depth - 1);
	__asm__ volatile("");
	return depth;
}

KEEP int deeper(int depth)
{
	int sum = 0;

	if (depth == 10)
		usleep(50000);
	if (depth < 100)
		sum = deeper(depth + 1);
	__asm__ volatile("");
	return sum + depth;
}

int main(void)
{
	for (int i = 0; i < 2; i++)
		leaves(1);
	deeper(1);
	return 0;
}
END
$CC -O1 "$TMP/inner.c" -o "$TMP/inner" || exit 1
unset DTRACE_OPT_DYNVARSIZE
tool funclatency -m -c "$TMP/inner" a.out:leaves
result inner-left "$(awk '/^leaves: 2 calls, / { right = $5 + 0 >= 100 && $7 + 0 >= 50 } END { if (!right) print "not 2 of 50 ms" }' \
	"$TMP/out")"
# the wait is in ten of them
tool funclatency -m -c "$TMP/inner" a.out:deeper
result too-deep "$(awk '/^deeper: 64 calls, / { right = $5 + 0 >= 500 } END { if (!right) print "not 10 of 50 ms" }' "$TMP/out")"
