#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Threads that wait for locks of all kinds, until one of each was seen: each acquisition comes after the wait that it
# ends, which had a kind and a time. If functions of the kernel can be probed, acquisitions without a wait are probes,
# too; then an acquisition after a wait has its kind.
. tests/run/common.inc
without_wait=0
"$DT" -l -n 'lockstat:::adaptive-release' >"$TMP/release" 2>&1 && without_wait=1

# A wait and its acquisition fire two programs. If an interrupt waits for a lock while one of them runs, the kernel skips
# that firing and counts it: each acquisition without its wait is one that dtrace reports as missed.
cat >"$TMP/kinds.d" <<'SCRIPT'
lockstat:::adaptive-block,
lockstat:::adaptive-spin
/pid == $target/
{
	waits[arg0, (uint64_t)curthread] = 1 + (arg1 == 0);
}

/* a queued lock that the C library's own calls need while programs begin or end */
lockstat:::rw-spin,
lockstat:::rw-block
/pid == $target/
{
	waits[arg0, (uint64_t)curthread] = (args[2] == 0 || args[2] == 1) && arg1 ? 3 + args[2] : -1;
}

lockstat:::spin-spin
/pid == $target/
{
	waits[arg0, (uint64_t)curthread] = 5;
}

lockstat:::adaptive-acquire
/pid == $target/
{
	this->wait = waits[arg0, (uint64_t)curthread];
	mutexes += this->wait == 1;
	bad += this->wait != 1 && (this->wait || !$2);
	waits[arg0, (uint64_t)curthread] = 0;
}

lockstat:::rw-acquire
/pid == $target/
{
	this->wait = waits[arg0, (uint64_t)curthread];
	writers += this->wait == 3;
	readers += this->wait == 4;
	bad += this->wait != 3 + args[1] && (this->wait || !$2);
	waits[arg0, (uint64_t)curthread] = 0;
}

lockstat:::spin-acquire
/pid == $target/
{
	this->wait = waits[arg0, (uint64_t)curthread];
	spins += this->wait == 5;
	bad += this->wait != 5 && (this->wait || !$2);
	waits[arg0, (uint64_t)curthread] = 0;
}

/*
 * A thread that is the only one to wait for a spin lock is not in the queue, and the kernel does not report it: with two
 * CPUs, a host must have stopped one of them at the right place.
 */
lockstat:::*-acquire
/mutexes && writers && readers && !seen/
{
	seen = timestamp;
}

lockstat:::*-acquire
/seen && (spins || ($1 < 3 && timestamp - seen > 3000000000))/
{
	exit(0);
}

END
{
	printf("bad %d\nspins %d\n", bad, spins);
}
SCRIPT
"$DT" -qs "$TMP/kinds.d" "$(nproc)" $without_wait -c "$TRIGGERS/locks all" >"$TMP/out" 2>"$TMP/err"
status=$?
missed=$(sed -n 's/^dtrace: \([0-9]*\) missed firings\{0,1\} .*/\1/p' "$TMP/err" | awk '{ n += $1 } END { print n + 0 }')
bad=$(sed -n 's/^bad //p' "$TMP/out")
why=$(grep -v 'missed firing' "$TMP/err")
[ $status = 0 ] || why="status $status $why"
[ "${bad:-1}" -le "$missed" ] || why="$why; ${bad:-no} acquisitions without their wait, $missed missed firings"
result kinds "$why"
grep -q '^spins [1-9]' "$TMP/out" && result kinds-spin || { [ "$(nproc)" -lt 3 ] && echo 'skip kinds-spin: needs three CPUs'; }
