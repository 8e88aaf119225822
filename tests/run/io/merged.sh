#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Transfers next to each other, which the kernel merges into one request: io:::done fires for each of them, with the place
# and the size of its start. 40 blocks are written through the page cache of a partition.
. tests/run/common.inc

"$DT" -x features | grep -q '^bpf_loop *yes' || {
	echo "skip merged: needs bpf_loop"
	exit
}
device=''
trap '[ -z "$device" ] || losetup -d "$device"' EXIT
head -c 4194304 /dev/zero >"$TMP/disk"
device=$(losetup -P -f --show "$TMP/disk" 2>/dev/null)
disk=${device##*/}
if [ -z "$device" ] || ! addpart "$device" 1 2048 4096; then
	echo "skip merged: needs loop devices with partitions"
	exit
fi
mknod "$TMP/partition" b $(tr : ' ' <"/sys/block/$disk/${disk}p1/dev")
cat >"$TMP/merged.d" <<'SCRIPT'
#pragma D option quiet
io:::start
/args[1]->dev_statname == $$1 && args[0]->b_flags & B_WRITE && args[0]->b_bcount/
{
	size[arg0] = args[0]->b_bcount;
	place[arg0] = args[0]->b_blkno + 1;
	starts++;
}
rawtp:block::block_bio_backmerge
/place[arg0]/ { merges++; }
io:::done
/place[arg0]/
{
	dones++;
	right += place[arg0] == args[0]->b_blkno + 1 && size[arg0] == args[0]->b_bcount;
	place[arg0] = 0;
	size[arg0] = 0;
}
END { printf("%d %d %d, %s\n", starts, dones, right, merges > 30 ? "merged" : "not merged"); }
SCRIPT
printf '40 40 40, merged\n\n--\n' >"$TMP/wanted"
"$DT" -s "$TMP/merged.d" -c "dd if=/dev/zero of=$TMP/partition bs=4k count=40 conv=fsync status=none" "${disk}p1" \
	>"$TMP/out" 2>"$TMP/err" </dev/null
same merged $? 0
