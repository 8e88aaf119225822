#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# futexlat: each wait that times out, with its time; waits that return at once and wake-ups are not shown.
. tests/run/tools/common.inc
case $(uname -m) in x86_64) futex=202 ;; *) futex=98 ;; esac

cat >"$TMP/waits.py" <<END
import ctypes
class Time(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("ns", ctypes.c_long)]
libc = ctypes.CDLL(None)
words = (ctypes.c_int * 2)(7, 7)
WAIT, WAKE, PRIVATE = 0, 1, 128
def futex(i, call, value, ms):
    libc.syscall($futex, ctypes.byref(words, 4 * i), call, value, ctypes.byref(Time(0, ms * 1000000)), None, 0)
for i in range(5): futex(0, WAIT | PRIVATE, 7, 10)
for i in range(4): futex(1, WAIT, 7, 30)
for i in range(3): futex(0, WAIT, 8, 10)
for i in range(2): futex(0, WAKE, 1, 0)
END
waits="/usr/bin/python3 -S -E $TMP/waits.py"

# checks TEXT: checks the table by awk
checks() { awk 'NR > 1 && NF { n++ } '"$1"; }

tool futexlat -c "$waits"
result process "$(checks '$2 == "python3" && $3 == "-" && $4 == 9 && $6 >= 30000 && $7 >= 170000 && $5 == int($7 / 9) { right = 1 }
	END { if (!right || n != 1) print "not 9 waits" }' <"$TMP/out")"

tool futexlat -a -c "$waits"
result futex "$(checks '$4 == 5 && $5 >= 10000 || $4 == 4 && $5 >= 30000 { right++ } { address[n] = $3 }
	END { if (right != 2 || n != 2 || address[1] == address[2]) print "not 5 and 4 waits" }' <"$TMP/out")"

# nothing is shorter than possible; the machine may take longer
tool futexlat -q -c "$waits"
result times "$(awk '/\|/ { n += $NF; if ($1 < 8192) early += $NF } END { if (n != 9 || early) print n " waits, " early " early" }' "$TMP/out")"
