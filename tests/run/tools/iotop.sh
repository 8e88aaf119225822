#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# iotop: the bytes that a process reads and writes past the page cache.
. tests/run/tools/common.inc
loop_disk bytes

both="sh -c 'dd if=$disk of=/dev/null bs=4k count=20 iflag=direct status=none
	dd if=/dev/zero of=$disk bs=4k count=10 oflag=direct status=none'"
rows() { sed -i -e '/^$/d' -e 's/^0 *[0-9][0-9]* *[0-9][0-9]* */0 PID PPID /' -e "s/$disk_name *7 *[0-9]* /DISK 7 MIN /" "$TMP/out"; }

tool iotop -o "$disk_name" -n dd -c "$both"
rows
prints bytes 'UID    PID     PPID    COMMAND          DISK       MAJ  MIN D        BYTES
0 PID PPID dd               DISK 7 MIN W        40960
0 PID PPID dd               DISK 7 MIN R        81920'

tool iotop -o "$disk_name" -t 1 -n dd -c "$both"
rows
prints largest 'UID    PID     PPID    COMMAND          DISK       MAJ  MIN D        BYTES
0 PID PPID dd               DISK 7 MIN R        81920'

tool iotop -o "$disk_name" -c "$(discard)"
rows
prints discarded 'UID    PID     PPID    COMMAND          DISK       MAJ  MIN D        BYTES
0 PID PPID python3          DISK 7 MIN D         8192'
