#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# capable: each check made by some calls, with its user and result, before and after the process drops its rights.
. tests/run/tools/common.inc
"$DT" -l -n sdt:capability::cap_capable >/dev/null 2>&1 || {
	echo 'skip capable: needs the tracepoint cap_capable (Linux 6.14)'
	exit 0
}

cat >"$TMP/asks.py" <<'END'
import os
def roots(n):
    for i in range(n):
        try: os.chroot("/")
        except OSError: pass
roots(2)
os.setuid(65534)
roots(3)
END
asks="/usr/bin/python3 -S -E $TMP/asks.py"

# only chroot(2) checks number 18, and setuid(2) 7
lines() { sed -i -E -e '1!{/ (18|7) /!d;}' -e 's/^[0-9]+ +/PID /' "$TMP/out"; }

heading='PID     COMMAND            EUID  CAP NAME               ERR'
failed='PID python3           65534   18 sys_chroot           1
PID python3           65534   18 sys_chroot           1
PID python3           65534   18 sys_chroot           1'

tool capable -c "$asks"
lines
prints all "$heading
PID python3               0   18 sys_chroot           0
PID python3               0   18 sys_chroot           0
PID python3               0    7 setuid               0
$failed"

tool capable -x -c "$asks"
lines
prints failed "$heading
$failed"
