#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# io:::done: each request that the program has started is done once, with the size and place it had.
. tests/run/common.inc

cat >"$TMP/done.d" <<'SCRIPT'
#pragma D option quiet
BEGIN { starts = 0; dones = 0; sizes = 0; places = 0; }
/* reads, writes and flushes: nobody waits for a discard, so the program may end before it is done */
io:::start
/pid == $target && (((struct bio *)arg0)->bi_opf & 0xff) <= 2/
{
	started[arg0] = args[0]->b_bcount + 1;
	place[arg0] = args[0]->b_blkno + 1;
	starts++;
}
io:::done
/started[arg0]/
{
	dones++;
	sizes += started[arg0] == args[0]->b_bcount + 1;
	places += place[arg0] == args[0]->b_blkno + 1;
	started[arg0] = 0;
	place[arg0] = 0;
}
END
{
	printf("%d %d %d %d\n", starts >= 16, dones == starts, sizes == starts, places == starts);
}
SCRIPT
"$TRIGGERS/blocks" 1 "$TMP/file"
if [ $? = 77 ]; then
	echo "skip done: $TMP takes no direct writes"
	exit
fi
printf '1 1 1 1\n\n--\n' >"$TMP/wanted"
"$DT" -qs "$TMP/done.d" -c "$TRIGGERS/blocks 16 $TMP/file" >"$TMP/out" 2>"$TMP/err"
same done $? 0
