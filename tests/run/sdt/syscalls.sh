#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Events of single system calls: the fields of their records, as often as the provider syscall fires; only descriptions
# that name their group match them.
. tests/run/common.inc

if ! "$DT" -ln sdt:syscalls::sys_enter_read 2>/dev/null | grep -q sys_enter_read; then
	echo "skip syscalls: the kernel has no events of system calls"
	exit
fi
cat >"$TMP/read.d" <<'SCRIPT'
sdt:syscalls::sys_enter_read
/pid == $target && args[3] % 100 == 0/
{
	@[args[1] > 2, args[3]] = count();
}
sdt:syscalls::sys_exit_read
/pid == $target && args[1] % 100 == 0/
{
	@bytes = sum(args[1]);
}
sdt:syscalls::sys_enter_read, sdt:syscalls::sys_exit_read
/pid == $target && execname == "kcalls"/
{
	@cnt[probename] = count();
}
syscall::read:entry, syscall::read:return
/pid == $target && execname == "kcalls"/
{
	@both[probename] = count();
}
END
{
	printa("%d %d %@d\n", @);
	printa("%@d bytes\n", @bytes);
	printa("%@d\n", @cnt);
	printa("%@d\n", @both);
}
SCRIPT
"$DT" -qs "$TMP/read.d" -c "$TRIGGERS/kcalls" >"$TMP/both" 2>"$TMP/err"
status=$?
awk 'NF > 1' "$TMP/both" >"$TMP/out"
awk 'NF == 1 { print $1 }' "$TMP/both" | sort -u | awk 'END { print NR " number" }' >>"$TMP/out"
cat >"$TMP/wanted" <<'END'
1 100 1
1 200 1
1 300 1
1 400 1
1 500 1
1500 bytes
1 number
--
END
same read $status 0
"$DT" -ln 'sdt:::sys_enter_*' >"$TMP/out" 2>&1
result pattern "$(grep syscalls "$TMP/out")"
event_cnt=$("$DT" -ln 'sdt:sys*::sys_enter_*' 2>/dev/null | grep -c ' syscalls ')
result group "$([ "$event_cnt" -gt 300 ] || echo "$event_cnt events")"
