#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Addresses as text, from copies in scratch memory and from the process's own memory, compared with inet_ntop(3).
. tests/run/common.inc

cat >"$TMP/inet.d" <<'D'
addrs$target:::inet
{
	this->six = copyin(arg0, 16);
	this->four = copyin(arg1, 4);
	printf("%s %s %s %s\n", inet_ntop(10, this->six), inet_ntoa6(args[0]),
	    inet_ntop(2, args[1]), inet_ntoa(this->four));
}
addrs$target:::inet
{
	printf("%s\n", link_ntop(1, copyin(arg0, 6)));
}
D
"$DT" -q -s "$TMP/inet.d" -c "$TRIGGERS/addrs $TMP/wanted 1000" >"$TMP/got" 2>"$TMP/err" </dev/null
status=$?
echo >>"$TMP/wanted"
if [ $status -ne 0 ] || [ -s "$TMP/err" ]; then
	echo "not ok inet: exit status $status"
	cat "$TMP/err"
elif [ "$(wc -l <"$TMP/wanted")" -ne 2001 ]; then
	echo "not ok inet: the program did not write 2000 lines"
elif diff -u "$TMP/wanted" "$TMP/got" >"$TMP/diff"; then
	echo "ok inet"
else
	echo "not ok inet"
	head -n 30 "$TMP/diff"
fi
