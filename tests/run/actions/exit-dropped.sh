#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The buffer has no room for the record of exit(), but dtrace ends with its status.
. tests/run/common.inc

text=$(printf '%0100d' 0)
for clause in 1 2 3 4 5 6; do
	echo "BEGIN { trace(\"$text\"); }"
done >"$TMP/exit.d"
echo "BEGIN { trace(\"$text\"); exit(7); } END { printf(\"end\"); }" >>"$TMP/exit.d"

"$DT" -q -b 1k -s "$TMP/exit.d" >"$TMP/out" 2>"$TMP/err"
status=$?
sed -i 's/CPU [0-9]*/CPU N/' "$TMP/err"
cat >"$TMP/wanted" <<END
$text$text$text$text$text${text}end
--
dtrace: 1 drop on CPU N
END
same exit-dropped $status 7
