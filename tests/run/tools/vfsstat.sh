#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# vfsstat: how often a program reads, writes, synchronises, opens and creates; failures do not count.
. tests/run/tools/common.inc

cat >"$TMP/calls.py" <<'END'
import os
from part import call

path = os.path.dirname(__file__) + "/file"

def failing(function, *arguments):
    try:
        function(*arguments)
    except OSError:
        pass

zero = os.open("/dev/zero", os.O_RDWR)
call("first") # this write's return counts
for i in range(7):
    fd = os.open(path + str(i % 3), os.O_RDWR | os.O_CREAT, 0o600)
    if i < 5:
        os.fsync(fd)
        os.fdatasync(fd)
    os.close(fd)
for i in range(11):
    os.read(zero, 1)
    os.pread(zero, 1, 0)
    os.preadv(zero, [bytearray(1)], 0)
for i in range(13):
    os.write(zero, b"x")
    os.writev(zero, [b"x", b"y"])
failing(os.open, "/", os.O_RDWR)
failing(os.read, 99, 1)
failing(os.fsync, zero)
call("python3")
END

# python's own reads and writes of the name: an open and a write for "python3", and the return of the write of "first"
tool vfsstat -f -c "$(python calls.py)" 60
awk '$2 == "first" { print $3, $4, $5, $6, $7 }' "$TMP/out" >"$TMP/printed"
echo '33 27 10 8 3' >"$TMP/wanted"
result by-process "$(diff "$TMP/wanted" "$TMP/printed" || cat "$TMP/err")"

tool vfsstat -n first -c "$(python calls.py)" 60
rm -f "$TMP"/file*
prints one-line '
PID     COMMAND                READ      WRITE       SYNC       OPEN     CREATE
-       all                      33         27         10          8          0'
