#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# biolatency: a time for each read past the page cache.
. tests/run/tools/common.inc
loop_disk reads

tool biolatency -o "$disk_name" -n dd -c "dd if=$disk of=/dev/null bs=4k count=20 iflag=direct status=none"
between reads 20 "$(values)" 20

tool biolatency -D -F -o "$disk_name" -n dd -c "sh -c 'dd if=$disk of=/dev/null bs=4k count=20 iflag=direct status=none
	dd if=/dev/zero of=$disk bs=4k count=10 oflag=direct status=none'"
between both 30 "$(values)" 30
sed -n 's/^  \([a-z].*[^ ]\) *$/\1/p' "$TMP/out" | sort >"$TMP/keys"
result keys "$(printf '%s reads\n%s writes\n' "$disk_name" "$disk_name" | diff - "$TMP/keys")"

tool biolatency -o nodisk -n dd -c "dd if=$disk of=/dev/null bs=4k count=20 iflag=direct status=none"
between other-disk 0 "$(values)" 0

tool biolatency -F -o "$disk_name" -c "$(discard)"
result discards "$([ "$(grep -c '^   discards ' "$TMP/out")" = 1 ] && ! grep -q writes "$TMP/out" || cat "$TMP/out" "$TMP/err")"
