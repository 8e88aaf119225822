#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# io:::start: each block written past the page cache, to space that is already allocated to the file, is one
# request of the writing thread.
. tests/run/common.inc

cat >"$TMP/start.d" <<'SCRIPT'
#pragma D option quiet
syscall::fsync:return /pid == $target/ { self->settled = 1; }
syscall::pwrite64:entry /self->settled/ { self->writes = 1; }
syscall::pwrite64:return /self->writes/ { self->writes = 0; }
io:::start
/self->writes/
{
	@[args[0]->b_bcount, args[0]->b_flags & B_WRITE ? "write" : "other", arg0 == arg1 && arg1 == arg2] = count();
}
SCRIPT
"$TRIGGERS/blocks" 1 "$TMP/file"
if [ $? = 77 ]; then
	echo "skip start: $TMP takes no direct writes"
	exit
fi
cat >"$TMP/wanted" <<'END'

             4096  write                                                     1                8
--
END
"$DT" -qs "$TMP/start.d" -c "$TRIGGERS/blocks 8 $TMP/file" >"$TMP/out" 2>"$TMP/err"
same start $? 0
