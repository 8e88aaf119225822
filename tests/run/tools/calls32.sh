#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Calls that only 32-bit programs have are seen by the tools that show the same calls of others.
. tests/run/tools/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip calls32: needs machine:x86_64"
	exit 0
fi
$CC -O1 -static -no-pie tests/run/tools/calls32.c -o "$TMP/calls32" || exit 1
if ! "$TMP/calls32"; then
	echo "skip calls32: needs CONFIG_IA32_EMULATION"
	exit 0
fi

tool statsnoop -f /none/ -c "$TMP/calls32"
sed -i 's/^[0-9][0-9]* */PID /' "$TMP/out"
prints statsnoop 'PID     COMMAND           ERR PATH
PID calls32             2 /none/stat64
PID calls32             2 /none/lstat64
PID calls32             2 /none/fstatat64
PID calls32             2 /none/statfs64'

tool mmapsnoop -c "$TMP/calls32"
sed -i -E -e '1!{/ 12345 /!d;}' -e 's/^[0-9]+ +/PID /' -e 's/ [0-9a-f]+000 +/ ADDRESS /' "$TMP/out"
prints mmapsnoop 'PID     COMMAND                BYTES PROT KIND ERR ADDRESS      FILE
PID calls32                12345 r--  P-A    0 ADDRESS -'

tool futexlat -c "$TMP/calls32"
result futexlat "$([ "$(awk 'NR > 1 && NF { print $2, $4 }' "$TMP/out")" = 'calls32 2' ] || cat "$TMP/out" "$TMP/err")"

tool setuids -c "$TMP/calls32"
sed -i 's/^[0-9][0-9]* */PID /' "$TMP/out"
prints setuids 'PID     COMMAND             UID  ERR CALL
PID calls32               0    0 setgid32(7)
PID calls32               0    0 setregid32(-1, 8)
PID calls32               0    0 setresuid32(1000, 1001, 0)'
