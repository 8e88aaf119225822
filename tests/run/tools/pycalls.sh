#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# pycalls: exact numbers of calls, including those that end by an exception, and of generators.
. tests/run/tools/common.inc
readelf -n "$(readlink -f /usr/bin/python3)" 2>/dev/null | grep -q 'Name: function__return' || {
	echo 'skip pycalls: needs a /usr/bin/python3 with probes'
	exit 0
}

cat >"$TMP/calls.py" <<'END'
def plain(n): return n and plain(n - 1)
def fails(): raise ValueError
def yields(n):
    for i in range(n): yield i
for i in range(500): plain(1)
for i in range(300):
    try: fails()
    except ValueError: pass
for i in yields(199): pass
END

tool pycalls -t 3 -c "/usr/bin/python3 -S -E $TMP/calls.py"
sed -i "s|^$TMP/calls.py  *|calls.py |; s/   *\([0-9]\)/ \1/" "$TMP/out"
prints calls 'calls.py yields 200
calls.py fails 300
calls.py plain 1000'
