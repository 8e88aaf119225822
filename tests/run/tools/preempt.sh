#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# preempt: the same number as the kernel counts, for a program that must share its CPU.
. tests/run/tools/common.inc

cat >"$TMP/shares.py" <<'END'
from part import *
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
other = os.fork()
if not other:
    call("other")
    while True:
        pass
def shares():
    end = involuntary() + 5
    while involuntary() < end:
        pass
part("shares", shares, involuntary)
os.kill(other, 9)
END
tool preempt -t 1000 -n shares -c "$(python shares.py)"
read -r least most <"$TMP/bounds"
between times "$least" "$(awk 'NR > 1 { n += $NF } END { print n }' "$TMP/out")" "$most"
result columns "$(sed -n -e '1s/^PREEMPTED        BY                  COUNT$//' -e '/^shares /d' -e '/./p' "$TMP/out")"
