#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# pygc: each collection with its generation, and the number of objects found.
. tests/run/tools/common.inc
readelf -n "$(readlink -f /usr/bin/python3)" 2>/dev/null | grep -q 'Name: gc__start' || {
	echo 'skip pygc: needs a /usr/bin/python3 with probes'
	exit 0
}

# collections at the start and the end are unpredictable
cat >"$TMP/collects.py" <<'END'
import ctypes, gc, os
gc.disable()
gc.collect()
def rings(n):
    for i in range(n):
        ring = []
        ring.append(ring)
rings(7); gc.collect(0)
rings(6); rings(5); gc.collect(1)
gc.collect(2)
rings(1); gc.collect(2)
os._exit(0)
END

tool pygc -c "/usr/bin/python3 -S -E $TMP/collects.py"
heading=$(sed -n 1p "$TMP/out")
sed '/^$/d' "$TMP/out" | tail -n 4 | awk '{ print $2, $3, $4, ($5 >= 0) }' >"$TMP/last"
mv "$TMP/last" "$TMP/out"
prints collections 'python3 0 7 1
python3 1 11 1
python3 2 0 1
python3 2 1 1'
result heading "$([ "$heading" = 'PID     COMMAND          GENERATION   OBJECTS   TIME(us)' ] || echo "$heading")"

tool pygc -m 100000 -c "/usr/bin/python3 -S -E $TMP/collects.py"
sed -i '/^$/d' "$TMP/out"
prints long "$heading"
