#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Pages to and from swap: as many as a program has moved there, and as /proc/vmstat counts. The swap device is a block
# device in memory, made for the test, which pages are written to at once.
. tests/run/common.inc

zram=/sys/class/zram-control
number=
unmake() {
	[ -n "$number" ] || return
	swapoff "/dev/zram$number" 2>/dev/null
	echo 1 >"/sys/block/zram$number/reset"
	echo "$number" >"$zram/hot_remove"
}
trap unmake EXIT
device=/dev/ram0
if [ ! -e $device ] && [ -r $zram/hot_add ] && number=$(cat $zram/hot_add); then
	device=/dev/zram$number
	echo 8M >"/sys/block/zram$number/disksize"
fi
"$TRIGGERS/swaps" 1 "$device" >/dev/null
if [ $? = 77 ]; then
	echo "skip swap: needs brd or zram, and no other swap"
	exit
fi
cat >"$TMP/swap.d" <<'SCRIPT'
syscall::getppid:return
/pid == $target/
{
	calls++;
}
vminfo:::anonpgin, vminfo:::anonpgout, vminfo:::pgswapin, vminfo:::pgswapout, vminfo:::swapin, vminfo:::swapout
/calls == 1/
{
	@[probename] = sum(arg0);
}
END
{
	printa("%s %@d\n", @);
}
SCRIPT
cat >"$TMP/wanted" <<'END'
anonpgin 300
anonpgout 300
out 300 in 300
pgswapin 300
pgswapout 300
swapin 300
swapout 300
--
END
"$DT" -qs "$TMP/swap.d" -c "$TRIGGERS/swaps 300 $device" >"$TMP/both" 2>"$TMP/err"
status=$?
grep . "$TMP/both" | sort >"$TMP/out"
same swap $status 0
