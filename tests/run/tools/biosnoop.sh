#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# biosnoop: a line for each read and write past the page cache, with its place.
. tests/run/tools/common.inc
loop_disk lines

tool biosnoop -o "$disk_name" -n dd -c "sh -c 'dd if=$disk of=/dev/null bs=4k count=3 skip=5 iflag=direct status=none
	dd if=/dev/zero of=$disk bs=16k count=2 oflag=direct status=none'"
sed -i -e 's/^ *[0-9][0-9]*\.[0-9]\{6\} dd               [0-9]* */T dd PID /' -e 's/ *[0-9][0-9]*\.[0-9]\{3\}$/ MS/' \
	-e "s/$disk_name */DISK /" "$TMP/out"
prints lines 'TIME(s)      COMMAND          PID     DISK      T SECTOR         BYTES   LAT(ms)
T dd PID DISK R 40              4096 MS
T dd PID DISK R 48              4096 MS
T dd PID DISK R 56              4096 MS
T dd PID DISK W 0              16384 MS
T dd PID DISK W 32             16384 MS'
