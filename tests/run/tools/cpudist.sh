#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# cpudist: one time for each time that a thread leaves its CPU.
. tests/run/tools/common.inc

cat >"$TMP/naps.py" <<'END'
from part import *
part("naps", lambda: [time.sleep(0.001) for i in range(50)], switches)
END
tool cpudist -P -n naps -c "$(python naps.py)"
read -r least most <"$TMP/bounds"
between times "$least" "$(values)" "$most"
result name "$(grep -c '^  naps ' "$TMP/out" | grep -vx 1)"
