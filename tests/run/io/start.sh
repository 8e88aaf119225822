#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# io:::start: each block that is written past the page cache is a request of the thread that writes.
. tests/run/common.inc

"$DT" -qn 'io:::start /pid == $target && arg0/ { @ = count(); }' -c "$TRIGGERS/blocks 8 $TMP/file" >"$TMP/out" 2>"$TMP/err"
set -- $(cat "$TMP/out")
"$TRIGGERS/blocks" 1 "$TMP/file"
if [ $? = 77 ]; then
	echo "skip start: $TMP takes no direct writes"
elif [ $# = 1 ] && [ "$1" -ge 16 ]; then
	echo "ok start"
else
	echo "not ok start: $* requests for 16 blocks; $(cat "$TMP/err")"
fi
