#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# wakeuptime: ten waits for another process, of at least 2 ms each.
. tests/run/tools/common.inc

cat >"$TMP/waits.py" <<'END'
from part import *
import mmap
reader, writer = os.pipe()
cnt = mmap.mmap(-1, 4096) # number of waits that have begun
parent = os.getpid()
def is_waiting():
    with open("/proc/%d/syscall" % parent) as file:
        words = file.read().split()
    return len(words) > 1 and words[1] == hex(reader)
if not os.fork():
    call("wakes")
    for i in range(10):
        while cnt[0] != i + 1 or not is_waiting():
            pass
        time.sleep(0.002)
        os.write(writer, b"x")
    os._exit(0)
def waits():
    for i in range(10):
        cnt[0] += 1
        os.read(reader, 1)
part("waits", waits, time.monotonic_ns)
END
tool wakeuptime -n waits -c "$(python waits.py)"
read -r _ most <"$TMP/bounds"
sed -i '/^(interrupt)/d' "$TMP/out" # by the disk, if the program's files are read from it
between time 20000 "$(awk 'NR == 2 { print $4 }' "$TMP/out")" $((most / 1000))
sed -i 's/ *[0-9][0-9]*$/ US/' "$TMP/out"
prints times 'WAKER            SLEEPER             TIMES   MICROSECONDS
wakes            waits                  10 US'

tool wakeuptime -s -n waits -c "$(python waits.py)"
result stack "$(awk 'found && /^  wakes wakes waits$/ { n++ } /pipe_write/ { found = 1 } /^$/ { found = 0 } END { if (!n) print "no such stack" }' "$TMP/out")"
