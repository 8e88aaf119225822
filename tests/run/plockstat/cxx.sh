#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Locks of C++ in a program that throws exceptions: it behaves as without dtrace, and all is counted; shared and static.
. tests/run/common.inc

cat >"$TMP/cxx.d" <<'SCRIPT'
#pragma D option quiet

plockstat$target:::mutex-acquire,
plockstat$target:::mutex-release,
plockstat$target:::rw-acquire,
plockstat$target:::rw-release
/arg0 == $1 || arg0 == $2 || arg0 == $3 || arg0 == $4/
{
	@[arg0 == $1 ? "plain" : arg0 == $2 ? "nested" : arg0 == $3 ? "shared" : "timed",
		probename, probefunc, arg1] = count();
}

END
{
	printa("%s %s %s %d %@d\n", @);
}
SCRIPT

for kind in shared static; do
	flag=
	[ $kind = shared ] || flag=-static
	${CXX:-c++} -O1 -no-pie $flag tests/run/plockstat/cxx.cc -o "$TMP/cxx" -pthread || exit 1
	nm -C "$TMP/cxx" >"$TMP/symbols"
	set --
	for lock in plain nested shared timed; do
		set -- "$@" "0x$(awk -v lock=$lock '$3 == lock { print $1 }' "$TMP/symbols")"
	done
	"$DT" -s "$TMP/cxx.d" -c "$TMP/cxx" "$@" >"$TMP/out" 2>"$TMP/err"
	status=$?
	sed '/^$/d' "$TMP/out" | sort >"$TMP/got"
	cat "$TMP/err" >>"$TMP/got"
	cat >"$TMP/wanted" <<'END'
nested mutex-acquire pthread_mutex_lock 0 4
nested mutex-acquire pthread_mutex_lock 1 4
nested mutex-release pthread_mutex_unlock 0 4
nested mutex-release pthread_mutex_unlock 1 4
plain mutex-acquire pthread_cond_clockwait 0 1
plain mutex-acquire pthread_mutex_lock 0 51
plain mutex-release pthread_cond_clockwait 0 1
plain mutex-release pthread_mutex_unlock 0 51
shared rw-acquire pthread_rwlock_rdlock 0 3
shared rw-acquire pthread_rwlock_wrlock 1 2
shared rw-release pthread_rwlock_unlock 0 3
shared rw-release pthread_rwlock_unlock 1 2
timed mutex-acquire pthread_mutex_clocklock 0 1
timed mutex-release pthread_mutex_unlock 0 1
END
	if [ $status -ne 0 ]; then
		echo "not ok $kind: exit status $status"
		cat "$TMP/out" "$TMP/err"
	elif diff -u --label expected --label actual "$TMP/wanted" "$TMP/got"; then
		echo "ok $kind"
	else
		echo "not ok $kind: counts something else"
	fi
done
