#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# errinfo: each failed call, and exact counts of them.
. tests/run/tools/common.inc

cat >"$TMP/fails.py" <<'PY'
import os
def fails(call, *words):
    try: call(*words)
    except OSError: pass
os.getppid()
for i in range(3): fails(os.rmdir, "/")
for i in range(2): fails(os.chroot, "/none")
fails(os.chroot, b"/dev/null")
PY
run="/usr/bin/python3 -S -E $TMP/fails.py"
own() { sed -i -E -e '/COMMAND|chroot|rmdir/!d' -e 's/^[0-9]+ +/PID /' "$TMP/out"; }

tool errinfo -c "$run"
own
prints lines 'PID     COMMAND          CALL                  ERR MEANING
PID python3          rmdir                  16 Device or resource busy
PID python3          rmdir                  16 Device or resource busy
PID python3          rmdir                  16 Device or resource busy
PID python3          chroot                  2 No such file or directory
PID python3          chroot                  2 No such file or directory
PID python3          chroot                 20 Not a directory'

tool errinfo -s -t 100 -c "$run"
own
prints counts 'COMMAND          CALL                  ERR   COUNT MEANING
python3          chroot                 20       1 Not a directory
python3          chroot                  2       2 No such file or directory
python3          rmdir                  16       3 Device or resource busy'

# with an INTERVAL, the sum of all intervals is the same
tool errinfo -t 100 -c "$run" 1
result interval "$(awk '$2 == "rmdir" { rmdir += $4 } $2 == "chroot" { chroot += $4 }
	END { if (rmdir != 3 || chroot != 3) print rmdir, "and", chroot }' "$TMP/out")"
tool errinfo -s -n nobody -c "$run"
own
prints other-name 'COMMAND          CALL                  ERR   COUNT MEANING'
