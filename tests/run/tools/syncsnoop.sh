#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# syncsnoop: each call that waits until data is on disk, its file and its error.
. tests/run/tools/common.inc

cat >"$TMP/syncs.py" <<'PY'
import mmap, os
fd = os.open("TMP/two words", os.O_RDWR | os.O_CREAT, 0o600)
os.write(fd, b"x" * 5000)
os.fsync(fd)
os.fdatasync(fd)
map = mmap.mmap(fd, 4096)
map.flush()
try: os.fsync(99)
except OSError: pass
ends = os.pipe()
try: os.fdatasync(ends[0])
except OSError: pass
PY
sed -i "s|TMP|$TMP|" "$TMP/syncs.py"
real=$(readlink -f "$TMP")

tool syncsnoop -c "/usr/bin/python3 -S -E $TMP/syncs.py"
sed -i -E -e 's/^[0-9]+ +/PID /' -e 's/ +[0-9]+\.[0-9]{3} / MS /' -e "s|$real/|TMP/|" -e 's/pipe:.*/pipe/' "$TMP/out"
prints calls 'PID     COMMAND          CALL              TIME(ms)  ERR FILE
PID python3          fsync MS    0 TMP/two words
PID python3          fdatasync MS    0 TMP/two words
PID python3          msync MS    0 -
PID python3          fsync MS    9 <none>
PID python3          fdatasync MS   22 pipe'

tool syncsnoop -n nobody -c "/usr/bin/python3 -S -E $TMP/syncs.py"
prints other-name 'PID     COMMAND          CALL              TIME(ms)  ERR FILE'
