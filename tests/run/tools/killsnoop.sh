#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# killsnoop: the calls that send signals, their targets and errors.
. tests/run/tools/common.inc

cat >"$TMP/sends.py" <<'PY'
import os, signal, threading
me = os.getpid()
if os.getpgid(0) != me: os.setsid()
for number in signal.SIGUSR1, signal.SIGTERM:
    signal.signal(number, signal.SIG_IGN)
signal.signal(signal.SIGCHLD, lambda *_: None)
os.kill(me, 0)
os.kill(me, signal.SIGUSR1)
os.kill(0, signal.SIGTERM)
signal.pthread_kill(threading.get_ident(), signal.SIGCHLD)
fd = os.pidfd_open(me)
signal.pidfd_send_signal(fd, signal.SIGUSR1)
signal.pidfd_send_signal(fd, 0)
for target in 0x7ffffff, -0x7ffffff:
    try: os.kill(target, signal.SIGKILL)
    except OSError: pass
try: signal.pidfd_send_signal(99, signal.SIGUSR1)
except OSError: pass
os.kill(-me, signal.SIGUSR1)
PY
sends="/usr/bin/python3 -S -E $TMP/sends.py"

lines() {
	me=$(awk '$2 == "python3" { print $1; exit }' "$TMP/out")
	sed -i -e "s/ $me  */ ME /" -e "s/-$me  */-ME /" -e "s/^$me  */PID /" -e 's/fd:[1-8] /fd:N /' "$TMP/out"
}

tool killsnoop -c "$sends"
lines
prints all 'PID     COMMAND          SIGNAL     TARGET    ERR
PID python3          0          ME 0
PID python3          SIGUSR1    ME 0
PID python3          SIGTERM    0           0
PID python3          SIGCHLD    ME 0
PID python3          SIGUSR1    ME 0
PID python3          0          fd:N        0
PID python3          SIGKILL    134217727    3
PID python3          SIGKILL    -134217727    3
PID python3          SIGUSR1    fd:99       9
PID python3          SIGUSR1    -ME 0'

tool killsnoop -x -c "$sends"
lines
prints failed 'PID     COMMAND          SIGNAL     TARGET    ERR
PID python3          SIGKILL    134217727    3
PID python3          SIGKILL    -134217727    3
PID python3          SIGUSR1    fd:99       9'

tool killsnoop -s 15 -c "$sends"
lines
prints signal 'PID     COMMAND          SIGNAL     TARGET    ERR
PID python3          SIGTERM    0           0'
