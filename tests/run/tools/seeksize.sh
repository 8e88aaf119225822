#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# seeksize: the distances between reads at known places.
. tests/run/tools/common.inc
loop_disk distances

# blocks of 4096 bytes, 8 sectors: two in sequence, then one after a gap of 16 sectors, then one back at the start
cat >"$TMP/seeks.py" <<END
import mmap, os
disk = os.open("$disk", os.O_RDONLY | os.O_DIRECT)
for block in (1, 2, 3, 6, 0):
    os.preadv(disk, [mmap.mmap(-1, 4096)], block * 4096)
END
tool seeksize -o "$disk_name" -n python3 -c "$(python seeks.py)"
awk '/\|/ && $NF && !/Distribution/ { print $1, $NF }' "$TMP/out" >"$TMP/distances"
mv "$TMP/distances" "$TMP/out"
prints distances '0 2
16 1
32 1'
