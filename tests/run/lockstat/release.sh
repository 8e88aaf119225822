#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Locks without contention are traced, too: the mutex of a pipe once for each call, the semaphore of a process's mappings
# once for each mapping that is made or removed; the latter becomes a read lock meanwhile.
. tests/run/common.inc

if ! has_kprobes; then
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
lockstat:::adaptive-acquire, lockstat:::adaptive-release
/pid == $target && calls == 1/
{
	@[probename, 0] = count();
}
lockstat:vmlinux:mutex_lock:adaptive-acquire
/pid == $target && calls == 1/
{
	@places[stack(1)] = count();
}
lockstat:::rw-acquire, lockstat:::rw-release, lockstat:::rw-downgrade
/pid == $target && calls == 3 && arg0 == (uintptr_t)&curthread->mm->mmap_lock/
{
	@[probename, args[1]] = count();
}
END
{
	printa("%s %d %@d\n", @);
	printa("%k of %@d\n", @places);
}
SCRIPT
cat >"$TMP/wanted" <<'END'

200 acquisitions by functions of pipes
adaptive-acquire 0 200
adaptive-release 0 200
rw-acquire 0 200
rw-downgrade 0 100
rw-release 0 100
rw-release 1 100
--
END
"$DT" -qs "$TMP/release.d" -c "$TRIGGERS/kwork 100" >"$TMP/both" 2>"$TMP/err"
status=$?
# the first frame is the caller that took the lock, not the lock function itself
awk '/^ *vmlinux`[a-z_]*pipe_/ { is_pipe = 1; next } /^ of / { pipes += is_pipe * $2; is_pipe = 0; next } NF { print }
	END { printf "\n%d acquisitions by functions of pipes\n", pipes }' "$TMP/both" | LC_ALL=C sort >"$TMP/out"
same release $status 0
