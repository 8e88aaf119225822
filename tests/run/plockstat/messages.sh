#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Listings, and why a description matches nothing.
. tests/run/common.inc
${CC:-cc} -O2 -no-pie -pthread tests/run/plockstat/takes.c -o "$TMP/takes" || exit 1

"$DT" -l -n 'plockstat$target::pthread_mutex_lock:' -n 'plockstat$target:libc:pthread_cond_wait:mutex-r*' \
	-n 'plockstat$target::*:rw-release' -c "$TMP/takes" 2>"$TMP/err" | sed -E 's/plockstat[0-9]+/plockstatPID/' >"$TMP/out"
awk '{ print $2, $3, $4, $5 }' "$TMP/out" >"$TMP/listed"
mv "$TMP/listed" "$TMP/out"
cat >"$TMP/wanted" <<'END'
PROVIDER MODULE FUNCTION NAME
plockstatPID libc.so.6 pthread_mutex_lock mutex-acquire
plockstatPID libc.so.6 pthread_mutex_lock mutex-block
plockstatPID libc.so.6 pthread_mutex_lock mutex-blocked
plockstatPID libc.so.6 pthread_mutex_lock mutex-error
plockstatPID libc.so.6 pthread_cond_wait mutex-release
plockstatPID libc.so.6 pthread_rwlock_unlock rw-release
--
END
same listing 0 0

"$DT" -lv -n 'plockstat$target::pthread_rwlock_wrlock:rw-error' -c "$TMP/takes" 2>"$TMP/err" | grep 'args\[' >"$TMP/out"
cat >"$TMP/wanted" <<'END'
		args[0]: void *
		args[1]: int
		args[2]: int
--
END
same arguments 0 0

# refused NAME DESCRIPTION REASON
refused() {
	"$DT" -n "$2" -c "$TMP/takes" >"$TMP/out" 2>"$TMP/err"
	[ $? -eq 1 ] || echo "exit status" >>"$TMP/err"
	result "$1" "$(grep -qF "$3" "$TMP/err" || cat "$TMP/err")"
}
refused spin 'plockstat$target:::mutex-spin' \
	'(a thread spins without making a call, in instructions that also run when it does not spin)'
refused spins 'plockstat$target:::mutex-acquire { trace(arg2); }' \
	'pthread_cond_wait:mutex-acquire: how often a thread spun is not known'
refused function 'plockstat$target::pthread_mutex_init:mutex-acquire' '(no such function or probe of locks'
refused process 'plockstat99999999:::mutex-acquire' '(process 99999999: No such process)'
refused number 'plockstat:::mutex-acquire' '(plockstat without a process: write plockstat$target, with -c or -p, '
printf 'int main(void) { return 0; }\n' >"$TMP/bare.c"
${CC:-cc} -O2 -nostdlib -nostartfiles -static -Wl,-e,main "$TMP/bare.c" -o "$TMP/takes" || exit 1
refused library 'plockstat$target:::mutex-acquire' ' has no C library whose locks are known (glibc or musl, shared or linked in)'
