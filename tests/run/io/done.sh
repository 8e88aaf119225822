#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# io:::done: each block written past the page cache, to space that is already allocated to the file, is one
# request, which is done once, with the size and place of its start.
. tests/run/common.inc

cat >"$TMP/done.d" <<'SCRIPT'
#pragma D option quiet
syscall::fsync:return /pid == $target/ { self->settled = 1; }
syscall::pwrite64:entry /self->settled/ { self->writes = 1; }
syscall::pwrite64:return /self->writes/ { self->writes = 0; }
io:::start
/self->writes/
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
	printf("%d %d %d %d\n", starts, dones, sizes, places);
}
SCRIPT
"$TRIGGERS/blocks" 1 "$TMP/file"
if [ $? = 77 ]; then
	echo "skip done: $TMP takes no direct writes"
	exit
fi
printf '16 16 16 16\n\n--\n' >"$TMP/wanted"
"$DT" -qs "$TMP/done.d" -c "$TRIGGERS/blocks 16 $TMP/file" >"$TMP/out" 2>"$TMP/err"
same done $? 0
