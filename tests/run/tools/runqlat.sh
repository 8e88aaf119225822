#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# runqlat: one time for each time that a thread gets a CPU again.
. tests/run/tools/common.inc

# Woken by a process, because some kernels hide a few wake-ups by timers.
cat >"$TMP/asks.py" <<'END'
from part import *
asked, ask = os.pipe()
answered, answer = os.pipe()
if not os.fork():
    for i in range(50):
        os.read(asked, 1)
        os.write(answer, b"x")
    os._exit(0)
def asks():
    for i in range(50):
        os.write(ask, b"x")
        os.read(answered, 1)
part("asks", asks, switches)
END
tool runqlat -P -n asks -c "$(python asks.py)"
read -r least most <"$TMP/bounds"
between times "$least" "$(values)" "$most"
result name "$(grep -c '^  asks ' "$TMP/out" | grep -vx 1)"
