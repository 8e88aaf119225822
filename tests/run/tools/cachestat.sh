#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# cachestat: reads of a file that is not in the page cache, and of one that is; read-ahead does not count as a miss;
# pages that become dirty; direct reads count as neither.
. tests/run/tools/common.inc
case $(stat -f -c %T "$TMP") in
tmpfs | ramfs)
	echo "skip reads: files here are always in the page cache"
	exit ;;
esac

cat >"$TMP/reads.py" <<'END'
import mmap, os
from part import call

PAGE = mmap.PAGESIZE
path = os.path.dirname(__file__) + "/pages"
fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
os.write(fd, bytes(64 * PAGE))

def forget(): # writes it to disk and drops it from memory
    os.fsync(fd)
    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)

os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_RANDOM) # no read-ahead
forget()
call("cold")
for i in range(0, 64, 2): # 32 reads over the end of a page
    os.pread(fd, 100, i * PAGE + PAGE - 50)
call("warm")
for i in range(64):
    os.pread(fd, PAGE, i * PAGE)
os.lseek(fd, 5 * PAGE, os.SEEK_SET)
for i in range(3): # at the descriptor's own offset
    os.read(fd, 10)
for i in range(4):
    os.preadv(fd, [bytearray(10), bytearray(10)], 3)
os.pread(fd, 10, 64 * PAGE) # after the end: no read
open("/proc/self/stat").read() # not in the page cache
try:
    direct = os.open(path, os.O_RDONLY | os.O_DIRECT)
    for i in range(64):
        os.preadv(direct, [mmap.mmap(-1, PAGE)], i * PAGE)
except OSError:
    pass # a file system without them
call("write")
for i in range(0, 64, 4):
    os.pwrite(fd, b"x", i * PAGE)
    os.pwrite(fd, b"x", i * PAGE)
call("whole")
os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_NORMAL)
forget()
os.lseek(fd, 0, os.SEEK_SET)
os.readv(fd, [bytearray(PAGE), bytearray(63 * PAGE)])
os.pread(fd, 64 * PAGE, 0)
call("python3")
END
reads=$(python reads.py)

# rows NAME...: hits, misses and dirtied pages of these processes
rows() { for name; do awk -v name="$name" '$2 == name { print name, $3, $4, $5, $6 }' "$TMP/out"; done >"$TMP/rows"; }

tool cachestat -f -c "$reads" 60
rows cold warm write whole
printf '%s\n' 'cold 0 32 0% 0' 'warm 71 0 100% 0' 'write 0 0 0% 16' 'whole 1 1 50% 0' >"$TMP/wanted"
result reads "$(diff "$TMP/wanted" "$TMP/rows" || cat "$TMP/err")"

# on one line, for the processes with this name
tool cachestat -n cold -c "$reads" 60
prints one-line '
PID     COMMAND                HITS     MISSES  RATIO    DIRTIES     MAJFLT
-       all                       0         32     0%          0          0'
