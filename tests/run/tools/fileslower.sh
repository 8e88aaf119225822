#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# fileslower: each read and write of a file that takes at least the given time, with its bytes or its error.
. tests/run/tools/common.inc

cat >"$TMP/copies.py" <<'PY'
import os, socket, struct
fd = os.open("TMP/file", os.O_RDWR | os.O_CREAT, 0o600)
os.write(fd, b"x" * 5000)
os.pwrite(fd, b"y", 9999)
os.writev(fd, [b"z", b"zz"])
os.pread(fd, 100, 4999)
os.read(fd, 4096)
os.read(fd, 9999)
try: os.write(os.open("TMP/file", os.O_RDONLY), b"x")
except OSError: pass
ends = socket.socketpair()
ends[0].setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", 0, 60000))
try: os.read(ends[0].fileno(), 10)
except OSError: pass
PY
sed -i "s|TMP|$TMP|" "$TMP/copies.py"
copies="/usr/bin/python3 -S -E $TMP/copies.py"
real=$(readlink -f "$TMP")
lines() { sed -i -E -e 's/^[0-9]+ +/PID /' -e 's/ +[0-9]+\.[0-9]{3} / MS /' -e "s|$real/|TMP/|" -e '/COMMAND|TMP.file|socket:/!d' -e 's/\[[0-9]+\]$//' "$TMP/out"; }

tool fileslower -m 0 -c "$copies"
lines
prints all 'PID     COMMAND          D     BYTES   TIME(ms) FILE
PID python3          W      5000 MS TMP/file
PID python3          W         1 MS TMP/file
PID python3          W         3 MS TMP/file
PID python3          R       100 MS TMP/file
PID python3          R      4096 MS TMP/file
PID python3          R       901 MS TMP/file
PID python3          W     EBADF MS TMP/file'

tool fileslower -m 0 -a -c "$copies"
lines
prints kinds 'PID     COMMAND          D     BYTES   TIME(ms) FILE
PID python3          W      5000 MS TMP/file
PID python3          W         1 MS TMP/file
PID python3          W         3 MS TMP/file
PID python3          R       100 MS TMP/file
PID python3          R      4096 MS TMP/file
PID python3          R       901 MS TMP/file
PID python3          W     EBADF MS TMP/file
PID python3          R    EAGAIN MS socket:'

# its read waits for 60 ms
tool fileslower -m 50 -a -c "$copies"
result time "$(awk '/socket:/ { n++; if ($5 < 60) print $5 } END { if (n != 1) print n + 0, "lines" }' "$TMP/out")"
lines
sed -i '/TMP.file/d' "$TMP/out"
prints slow 'PID     COMMAND          D     BYTES   TIME(ms) FILE
PID python3          R    EAGAIN MS socket:'
tool fileslower -m 100000 -a -c "$copies"
prints none 'PID     COMMAND          D     BYTES   TIME(ms) FILE'

# a descriptor that is closed, or stands for another file, while its read waits
cat >"$TMP/late.py" <<'PY'
import os, threading
def reads(fd):
    os.read(fd, 2)
for other in False, True:
    ends = os.pipe()
    thread = threading.Thread(target=reads, args=(ends[0],))
    thread.start()
    while not open(f"/proc/self/task/{thread.native_id}/syscall").read().startswith(f"0 {ends[0]:#x} "):
        pass
    if other:
        os.dup2(os.open("/dev/null", os.O_RDONLY), ends[0])
    else:
        os.close(ends[0])
    os.write(ends[1], b"x")
    thread.join()
PY
tool fileslower -m 0 -a -c "/usr/bin/python3 -S -E $TMP/late.py"
sed -i -E -e '/closed|null$|pipe/!d' -e 's/^[0-9]+ +//' -e 's/ +[0-9]+\.[0-9]{3} / MS /' -e 's/\[[0-9]+\]$//' "$TMP/out"
prints closed 'python3          W         1 MS pipe:
python3          R         1 MS (closed)
python3          W         1 MS pipe:
python3          R         1 MS (closed)'
