#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# runqlen: while one of three programs on one CPU runs, at least two wait.
. tests/run/tools/common.inc

cat >"$TMP/three.py" <<'END'
from part import *
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
children = []
started, start = os.pipe()
for i in range(2):
    children.append(os.fork())
    if not children[-1]:
        os.write(start, b"x")
        while True:
            pass
for i in range(2):
    os.read(started, 1)
def works():
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
part("three", works, time.process_time_ns)
for child in children:
    os.kill(child, 9)
END
tool runqlen -F 997 -n three -c "$(python three.py)"
read -r _ most <"$TMP/bounds"
between samples 10 "$(values)" $((most / 1000000 + 10))
result waiting "$(awk '/\|/ && !/Distribution/ && $1 < 2 && $NF' "$TMP/out")"
