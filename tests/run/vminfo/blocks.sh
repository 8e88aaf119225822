#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Writes past the page cache (not discards, which b_flags shows as writes, too): each request in io:::start counts as one
# in vminfo and sysinfo.
. tests/run/common.inc

cat >"$TMP/blocks.d" <<'END'
#pragma D option quiet
BEGIN { starts = 0; bytes = 0; outs = 0; pages = 0; writes = 0; asyncs = 0; direct = 0; phys = 0; }
io:::start /pid == $target && (((struct bio *)arg0)->bi_opf & 0xff) == 1/ { starts++; bytes += (args[0]->b_bcount + 4095) / 4096; }
vminfo:::pgout /pid == $target/ { outs += arg0; }
vminfo:::pgpgout /pid == $target/ { pages += arg0; }
sysinfo:::bwrite /pid == $target/ { writes += arg0; }
sysinfo:::bawrite /pid == $target/ { asyncs += arg0; }
sysinfo:::phwrite /pid == $target/ { direct += arg0; }
io:::start /pid == $target && args[0]->b_flags & B_PHYS && args[0]->b_flags & B_WRITE/ { phys++; }
END { printf("%d %d %d %d %d %d %d\n", starts >= 16, outs == starts, pages == bytes, writes == starts, asyncs <= writes, direct, phys); }
END
"$TRIGGERS/blocks" 1 "$TMP/file"
if [ $? = 77 ]; then
	echo "skip blocks: $TMP takes no direct writes"
	exit
fi
printf '1 1 1 1 1 16 16\n\n--\n' >"$TMP/wanted"
"$DT" -qs "$TMP/blocks.d" -c "$TRIGGERS/blocks 8 $TMP/file" >"$TMP/out" 2>"$TMP/err"
same blocks $? 0
