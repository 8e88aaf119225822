#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# args[1]: the device by its names in /sys/block and /dev, a disk and a partition of it, whose device number says
# nothing about its place; args[0]: the error of a request.
. tests/run/common.inc

device=''
trap '[ -z "$device" ] || losetup -d "$device"' EXIT
head -c 4194304 /dev/zero >"$TMP/disk"
device=$(losetup -P -f --show "$TMP/disk" 2>/dev/null)
disk=${device##*/}
if [ -z "$device" ] || ! addpart "$device" 1 2048 4096; then
	echo "skip partition: needs loop devices with partitions"
	echo "skip error: needs loop devices with partitions"
	exit
fi
numbers=$(tr : ' ' <"/sys/block/$disk/${disk}p1/dev")
mknod "$TMP/partition" b $numbers
cat >"$TMP/requests.d" <<'SCRIPT'
#pragma D option quiet
io:::start, io:::done
/args[1]->dev_name == $$1/
{
	@[probename, args[1]->dev_statname, args[1]->dev_pathname, args[1]->dev_major, args[1]->dev_minor,
	    args[0]->b_bcount, args[0]->b_error, args[0]->b_flags & B_ERROR] = count();
}
END { printa("%s %s %s %d %d, %d bytes, error %d %d: %@d\n", @); }
SCRIPT
cat >"$TMP/wanted" <<END
done ${disk}p1 /dev/${disk}p1 $numbers, 4096 bytes, error 0 0: 1
start ${disk}p1 /dev/${disk}p1 $numbers, 4096 bytes, error 0 0: 1

--
END
"$DT" -s "$TMP/requests.d" -c "dd if=$TMP/partition of=/dev/null bs=4k count=1 iflag=direct status=none" "$disk" \
	>"$TMP/out" 2>"$TMP/err" </dev/null
same partition $? 0

# the file behind a disk has no room for what is written; older kernels call that EIO
losetup -d "$device"
mkdir "$TMP/full"
device=$(unshare -m sh -c 'mount -t tmpfs -o size=64k none "$1" && truncate -s 4M "$1/disk" && losetup -f --show "$1/disk"' \
	sh "$TMP/full")
disk=${device##*/}
numbers=$(tr : ' ' <"/sys/block/$disk/dev")
dd if=/dev/zero of="$device" bs=4k oflag=direct status=none 2>"$TMP/message"
case $(cat "$TMP/message") in
*'Input/output error') error=5 ;;
*'No space left on device') error=28 ;;
*) error='of another kind' ;;
esac
cat >"$TMP/wanted" <<END
done $disk $device $numbers, 4096 bytes, error $error 4: 1
start $disk $device $numbers, 4096 bytes, error 0 0: 1

--
$(cat "$TMP/message")
END
"$DT" -s "$TMP/requests.d" -c "dd if=/dev/zero of=$device bs=4k seek=256 count=1 oflag=direct status=none" "$disk" \
	>"$TMP/out" 2>"$TMP/err" </dev/null
same error $? 0
