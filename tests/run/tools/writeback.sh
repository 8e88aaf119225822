#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# writeback: the pages of a file on a separate disk, written because of syncfs(2).
. tests/run/tools/common.inc
mkfs=$(PATH=$PATH:/usr/sbin:/sbin command -v mkfs.ext2) || {
	echo "skip sync: needs mkfs.ext2"
	exit
}
loop_disk sync
numbers=$(lsblk -dno MAJ:MIN "$disk" | tr -d ' ')
mkdir "$TMP/files"
{ "$mkfs" -q -b 4096 -m 0 "$disk" && mount "$disk" "$TMP/files"; } 2>"$TMP/mount" || {
	echo "skip sync: no ext2 here ($(head -n 1 "$TMP/mount"))"
	exit
}
trap 'umount "$TMP/files"; losetup --detach "$disk"' EXIT

cat >"$TMP/writes" <<END
#!/bin/sh
dd if=/dev/zero of=$TMP/files/file bs=4096 count=\$1 conv=notrunc 2>/dev/null
sync -f $TMP/files/file
END
chmod +x "$TMP/writes"
"$TMP/writes" 300 # metadata is written now

tool writeback -o "$numbers" -c "$TMP/writes 300"
# in any number of steps, but all pages
result sync "$(awk -v disk="$numbers" 'NR == 1 || !NF { next } $2 != disk || $4 != "sync" { print } { pages += $3 }
	END { if (pages != 300) print pages " pages" }' "$TMP/out" 2>&1)"
tool writeback -o "$numbers" -c "$TMP/writes 0"
prints nothing-to-write 'TIME     DISK          PAGES REASON      TIME(ms)'
tool writeback -p 1
result no-process "$([ "$status" = 2 ] && head -n 1 "$TMP/err" |
	grep -v '^writeback: a thread of the kernel writes for all processes: -p and -n do not apply$')"
