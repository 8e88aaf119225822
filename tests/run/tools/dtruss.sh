#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# dtruss: each call of a known program with its arguments and result, failed calls, and calls by one name.
. tests/run/tools/common.inc

cat >"$TMP/calls.c" <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char *const none[] = { NULL };

	alarm(0);
	syscall(SYS_getppid);
	syscall(SYS_chdir, "/none");
	syscall(SYS_chdir, 8L);
	syscall(SYS_mkdirat, AT_FDCWD, "a \"new\"\tone", 0700L);
	syscall(SYS_renameat2, AT_FDCWD, "a \"new\"\tone", AT_FDCWD, "two", 0L);
	syscall(SYS_unlinkat, AT_FDCWD, "two", (long)AT_REMOVEDIR);
	syscall(SYS_renameat, AT_FDCWD, "none", AT_FDCWD, "two", 7L);
	syscall(SYS_lseek, -1L, 5L, 0L);
	syscall(SYS_kill, -99999L, 0L);
	syscall(SYS_munmap, 0x123456789000L, 4096L);
	syscall(SYS_pread64, -1L, 0L, 65535L, 65536L);
	syscall(SYS_execve, "/none", none, none);
	syscall(SYS_umount2, "/none", 0L);
	syscall(SYS_lgetxattr, "/none", "user.x", 0L, 0L);
	syscall(SYS_removexattr, "/none", "user.x");
	alarm(0);
	if (argc > 1)
		syscall(SYS_execveat, AT_FDCWD, argv[1], none, none, 0L);
	syscall(SYS_execve, "/proc/self/root/bin/true", none, none);
	return 1;
}
C
$CC -O1 "$TMP/calls.c" -o "$TMP/calls" || {
	echo "not ok build"
	exit 1
}

# the calls between the alarms, and the last ones
lines() {
	awk '$1 == "PID" { print } /alarm\(/ { isin = !isin; next } isin' "$TMP/out" |
		sed -E 's/^[0-9]+ +[0-9]+ +/PID TID /; /getppid/s/= [0-9]+/= PPID/; /execve/s/, 0x[0-9a-f]+/, ADDR/g' >"$TMP/lines"
	mv "$TMP/lines" "$TMP/out"
}
mkdir "$TMP/folder"
calls() {
	(cd "$TMP/folder" && "$root/tools/process/dtruss" "$@" -c ../calls) >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	cp "$TMP/out" "$TMP/all"
	lines
}

calls
prints calls 'PID     TID     CALL
PID TID getppid() = PPID
PID TID chdir("/none") = -1 ENOENT
PID TID chdir(8) = -1 EFAULT
PID TID mkdirat(-100, "a \"new\"\tone", 448) = 0
PID TID renameat2(-100, "a \"new\"\tone", -100, "two", 0) = 0
PID TID unlinkat(-100, "two", 512) = 0
PID TID renameat(-100, "none", -100, "two") = -1 ENOENT
PID TID lseek(-1, 5, 0) = -1 EBADF
PID TID kill(-99999, 0) = -1 ESRCH
PID TID munmap(0x123456789000, 4096) = 0
PID TID pread64(-1, 0, 65535, 0x10000) = -1 EBADF
PID TID execve("/none", ADDR, ADDR) = -1 ENOENT
PID TID umount("/none", 0) = -1 ENOENT
PID TID lgetxattr("/none", "user.x", 0, 0) = -1 ENOENT
PID TID removexattr("/none", "user.x") = -1 ENOENT'

# the program that it executes, and a call that does not return
sed -n -e '$d' -e '/execve.*= 0$/p' -e '/exit_group/p' "$TMP/all" >"$TMP/out"
sed -i -E 's/^[0-9]+ +[0-9]+ +/PID TID /; s/, 0x[0-9a-f]+/, ADDR/g; s|/usr/bin|/bin|' "$TMP/out"
prints exec 'PID TID execve("/bin/true", ADDR, ADDR) = 0
PID TID exit_group(0)'

tool dtruss -c "$TMP/calls /bin/true"
sed -i -E -n -e 's/.*(execveat.*), 0x[0-9a-f]+, 0x[0-9a-f]+, 0\)/\1, ADDR, ADDR, 0)/' -e 's|/usr/bin|/bin|' -e '/execveat/p' "$TMP/out"
prints execveat 'execveat(-100, "/bin/true", ADDR, ADDR, 0) = 0'

calls -x
sed -i '/execve/d' "$TMP/all"
sed -E -n 's/^[0-9]+ +[0-9]+ +(chdir|lseek|kill|pread64)\(.* = /\1 /p' "$TMP/all" >"$TMP/out"
prints failed 'chdir -1 ENOENT
chdir -1 EFAULT
lseek -1 EBADF
kill -1 ESRCH
pread64 -1 EBADF'
result only-failed "$(sed -e 1d -e '/^$/d' -e '/= -1 E/d' "$TMP/all")"

calls -t chdir
sed 's/.*  chdir/chdir/' "$TMP/all" >"$TMP/out"
prints name 'PID     TID     CALL
chdir("/none") = -1 ENOENT
chdir(8) = -1 EFAULT'

calls -t 'k?l*'
sed 's/.*  kill/kill/' "$TMP/all" >"$TMP/out"
prints pattern 'PID     TID     CALL
kill(-99999, 0) = -1 ESRCH'

calls -t 'chdir,k?l*,lseek'
sed -E 's/.*  (chdir|kill|lseek)/\1/' "$TMP/all" >"$TMP/out"
prints list 'PID     TID     CALL
chdir("/none") = -1 ENOENT
chdir(8) = -1 EFAULT
lseek(-1, 5, 0) = -1 EBADF
kill(-99999, 0) = -1 ESRCH'

for wrong in '' chdir, 'chdir|kill' chdir:return; do
	tool dtruss -t "$wrong" -c "$TMP/calls"
	message="dtruss: -t takes names of calls, not '$wrong'"
	result "wrong-$wrong" "$([ $status = 2 ] && grep -qxF "$message" "$TMP/err" || cat "$TMP/err")"
done

tool dtruss -e -t clock_nanosleep -c '/bin/sleep 0.1'
result elapsed "$(awk 'NR == 2 && $3 < 100000 || NR > 3 { print }' "$TMP/out")"

tool dtruss
result no-process "$([ $status = 2 ] && grep -q '^dtruss: give a process' "$TMP/err" || cat "$TMP/err")"
