#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# What the process of -c does before its command runs is dtrace's, and does not count, whichever provider sees it.
. tests/run/common.inc

cat >"$TMP/calls.d" <<'SCRIPT'
syscall:::entry
/pid == $target/
{
	@calls["syscall"] = count();
}
rawtp:raw_syscalls::sys_enter
/pid == $target/
{
	@calls["rawtp"] = count();
}
sdt:raw_syscalls::sys_enter
/pid == $target/
{
	@calls["sdt"] = count();
}
SCRIPT
"$DT" -qs "$TMP/calls.d" -c /bin/true >"$TMP/calls" 2>"$TMP/err"
status=$?
awk 'NF { print $1, ($2 > 0) }' "$TMP/calls" | sort >"$TMP/out"
awk 'NF { print $2 }' "$TMP/calls" | sort -u | awk 'END { print NR " number" }' >>"$TMP/out"
cat >"$TMP/wanted" <<'END'
rawtp 1
sdt 1
syscall 1
1 number
--
END
same calls $status 0
