#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# args[0]->b_flags: B_ASYNC is not set in requests for which somebody waits, among them the read of a block of which
# only a part is to be written.
. tests/run/common.inc

device=''
trap '[ -z "$device" ] || losetup -d "$device"' EXIT
head -c 4194304 /dev/zero >"$TMP/disk"
device=$(losetup -f --show "$TMP/disk" 2>/dev/null)
if [ -z "$device" ]; then
	echo "skip waited: needs loop devices"
	exit
fi
cat >"$TMP/waited.d" <<'SCRIPT'
#pragma D option quiet
io:::start
/args[1]->dev_name == $$1/
{
	@[args[0]->b_flags & B_READ ? "read" : "write", args[0]->b_flags & B_ASYNC ? "async" : "waited",
	    args[0]->b_bcount] = count();
}
END { printa("%s %s %d: %@d\n", @); }
SCRIPT
cat >"$TMP/parts" <<'SCRIPT'
dd if=/dev/zero of="$1" bs=100 seek=300 count=1 conv=notrunc,fdatasync status=none
dd if="$1" of=/dev/null bs=8k skip=100 count=1 iflag=direct status=none
SCRIPT
cat >"$TMP/wanted" <<'END'
read waited 4096: 1
read waited 8192: 1
write waited 4096: 1

--
END
"$DT" -s "$TMP/waited.d" -c "sh $TMP/parts $device" "${device##*/}" >"$TMP/all" 2>"$TMP/err" </dev/null
status=$?
# the flush has no data
grep -v ' 0: [0-9]*$' "$TMP/all" >"$TMP/out"
same waited $status 0
