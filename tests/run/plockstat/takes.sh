#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
#
# Each probe of locks, a known number of times: lock number, probe, function, arg1, arg2, count. The same with perf
# events, linked statically, for plockstat*, and with musl, which has no clocks and detects no deadlock.
. tests/run/common.inc
here=tests/run/plockstat

cat >"$TMP/takes.d" <<'SCRIPT'
#pragma D option quiet

plockstatPID:::mutex-acquire,
plockstatPID:::mutex-release
/arg0 >= $1 && arg0 < $1 + 4096/
{
	@[(arg0 - $1) / 64, probename, probefunc, arg1, 0] = count();
}

plockstatPID:::mutex-block
/arg0 >= $1 && arg0 < $1 + 4096/
{
	@[(arg0 - $1) / 64, probename, probefunc, 0, 0] = count();
	self->blocked = arg0;
}

plockstatPID:::mutex-blocked,
plockstatPID:::mutex-error
/arg0 >= $1 && arg0 < $1 + 4096/
{
	@[(arg0 - $1) / 64, probename, probefunc, arg1, 0] = count();
}

plockstatPID:::rw-acquire,
plockstatPID:::rw-release,
plockstatPID:::rw-block
/arg0 >= $1 && arg0 < $1 + 4096/
{
	@[(arg0 - $1) / 64, probename, probefunc, arg1, 0] = count();
}

plockstatPID:::rw-blocked,
plockstatPID:::rw-error
/arg0 >= $1 && arg0 < $1 + 4096/
{
	@[(arg0 - $1) / 64, probename, probefunc, arg1, arg2] = count();
}

/* a wait first ends by mutex-blocked, in the same thread */
plockstatPID:::mutex-blocked
/self->blocked/
{
	disorder += self->blocked != arg0;
	self->blocked = 0;
}

plockstatPID:::mutex-acquire,
plockstatPID:::mutex-error
/self->blocked == arg0/
{
	disorder++;
}

END
{
	printa("%d %s %s %d %d %@d\n", @);
	printf("99 disorder %d\n", disorder);
}
SCRIPT

# takes NAME PROGRAM PROVIDERS WORD...
takes() {
	test_name=$1 program=$2 process=$3
	shift 3
	base=0x$(nm "$program" | awk '/ cells$/ { print $1 }')
	sed "s/plockstatPID:/plockstat$process:/" "$TMP/takes.d" >"$TMP/$test_name.d"
	"$DT" "$@" -s "$TMP/$test_name.d" -c "$program" "$base" 2>"$TMP/err" | sort -n | sed '/^$/d' >"$TMP/out"
	diff -u --label expected --label actual "$here/${wanted:-takes.wanted}" "$TMP/out" >"$TMP/diff"
	# these messages count for all processes
	sed -i '/^dtrace: [0-9]* missed firings\{0,1\} /d' "$TMP/err"
	[ "$test_name" != all ] || sed -i '/dynamic variable drops\{0,1\} on CPU/d' "$TMP/err"
	# in musl the function begins with a loop; any process may use that library
	[ "$test_name" != all ] && [ "$test_name" = "${test_name#musl}" ] ||
		sed -i '/pthread_rwlock_tryrdlock: locks are not traced there: it begins with a loop/d' "$TMP/err"
	if [ -s "$TMP/diff" ] || [ -s "$TMP/err" ]; then
		echo "not ok $test_name: counts something else"
		cat "$TMP/diff" "$TMP/err"
	else
		echo "ok $test_name"
	fi
}

${CC:-cc} -O2 -no-pie -pthread $here/takes.c -o "$TMP/takes" || exit 1
takes shared "$TMP/takes" '$target'
takes perf-events "$TMP/takes" '$target' -x nouprobemulti
takes all "$TMP/takes" '*'
if ${CC:-cc} -O2 -no-pie -static -pthread $here/takes.c -o "$TMP/takes-static" 2>"$TMP/cc"; then
	takes static "$TMP/takes-static" '$target'
else
	echo "skip static: no libc.a"
fi
if musl-gcc -O2 -no-pie $here/takes.c -o "$TMP/takes-musl" 2>"$TMP/cc" &&
	musl-gcc -O2 -no-pie -static $here/takes.c -o "$TMP/takes-musl-static" 2>"$TMP/cc"; then
	wanted=takes-musl.wanted
	takes musl "$TMP/takes-musl" '$target'
	takes musl-static "$TMP/takes-musl-static" '$target'
	wanted=
else
	echo "skip musl: needs musl-gcc"
fi
