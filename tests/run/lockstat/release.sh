#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Locks that nobody else wants are released too: the mutex of a pipe once for each call, the semaphore of a process's
# mappings once for each mapping that is made, and, as a reader, for each that is removed.
. tests/run/common.inc

if ! "$DT" -x features | grep -Eq '^kprobe(_multi)?  *yes'; then
	"$DT" -n lockstat:::adaptive-release >"$TMP/out" 2>"$TMP/err" </dev/null
	result reason "$([ $? = 1 ] && grep -q '(it is the function mutex_unlock: [^)]*kprobe' "$TMP/err" || cat "$TMP/err")"
	echo "skip release: needs kprobe"
	exit
fi
cat >"$TMP/release.d" <<'SCRIPT'
syscall::getppid:return
/pid == $target/
{
	calls++;
}
lockstat:::adaptive-release
/pid == $target && calls == 1/
{
	@[probename, 0] = count();
}
lockstat:::rw-release, lockstat:::rw-downgrade
/pid == $target && calls == 3 && arg0 == (uintptr_t)&curthread->mm->mmap_lock/
{
	@[probename, args[1]] = count();
}
END
{
	printa("%s %d %@d\n", @);
}
SCRIPT
cat >"$TMP/wanted" <<'END'

adaptive-release 0 200
rw-downgrade 0 100
rw-release 0 100
rw-release 1 100
--
END
"$DT" -qs "$TMP/release.d" -c "$TRIGGERS/kwork 100" >"$TMP/both" 2>"$TMP/err"
status=$?
sort "$TMP/both" >"$TMP/out"
same release $status 0
