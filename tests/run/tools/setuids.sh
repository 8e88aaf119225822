#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# setuids: the calls that change users and groups, and set-uid execs.
. tests/run/tools/common.inc

cp /bin/true "$TMP/becomes"
chown 65533:65533 "$TMP/becomes"
chmod 6755 "$TMP/becomes"
cat >"$TMP/sets.py" <<'PY'
import os
os.getuid()
os.setpgid(0, 0)
if os.fork() == 0: os.execv("TMP/becomes", ["becomes"])
os.wait()
os.setgid(7)
os.setregid(-1, 8)
os.setresgid(-1, 9, -1)
os.setregid(3000000000, -1)
os.setresuid(1000, 1001, 0)
os.setreuid(1000, -1)
for call, ids in (os.setuid, (5,)), (os.setresuid, (-1, 6, -1)):
    try: call(*ids)
    except OSError: pass
PY
sed -i "s|TMP|$TMP|" "$TMP/sets.py"
sets="/usr/bin/python3 -S -E $TMP/sets.py"
lines() { sed -i 's/^[0-9][0-9]*  */PID /' "$TMP/out"; }

tool setuids -c "$sets"
lines
prints all 'PID     COMMAND             UID  ERR CALL
PID becomes               0    0 exec(65533, 65533)
PID python3               0    0 setgid(7)
PID python3               0    0 setregid(-1, 8)
PID python3               0    0 setresgid(-1, 9, -1)
PID python3               0    0 setregid(3000000000, -1)
PID python3               0    0 setresuid(1000, 1001, 0)
PID python3            1001    0 setreuid(1000, -1)
PID python3            1001    1 setuid(5)
PID python3            1001    1 setresuid(-1, 6, -1)'

tool setuids -x -c "$sets"
lines
prints failed 'PID     COMMAND             UID  ERR CALL
PID python3            1001    1 setuid(5)
PID python3            1001    1 setresuid(-1, 6, -1)'

# an exec that -n does not select, by a thread that has made one which it selects
cat >"$TMP/later.py" <<'PY'
import os
try: os.execv("/none", ["none"])
except OSError: pass
with open("/proc/self/comm", "w") as comm: comm.write("other")
os.setuid(1000)
os.execv("/bin/true", ["true"])
PY
tool setuids -n python3 -c "/usr/bin/python3 -S -E $TMP/later.py"
prints later 'PID     COMMAND             UID  ERR CALL'
