#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# bitesize: the sizes of reads past the page cache.
. tests/run/tools/common.inc
loop_disk sizes

tool bitesize -o "$disk_name" -n dd -c "sh -c 'dd if=$disk of=/dev/null bs=4k count=20 iflag=direct status=none
	dd if=$disk of=/dev/null bs=64k count=5 iflag=direct status=none'"
awk '/\|/ && $NF && !/Distribution/ { print $1, $NF } /^  [a-z]* *$/ { print $1 }' "$TMP/out" >"$TMP/sizes"
mv "$TMP/sizes" "$TMP/out"
prints sizes 'dd
4096 20
65536 5'
