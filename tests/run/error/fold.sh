#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Faults at the same place are shown ten times; the others are counted. Two statements, and two kinds of fault in one, are
# separate places; ERROR and the records of -x oformat are not limited.
. tests/run/common.inc

cat >"$TMP/faults.d" <<'END'
loop$target:::tick
{
	@faults[arg1] = count();
	x = arg0 < 500 ? *(int *)(arg0 + 16) : 7 / (int)(arg0 - arg0);
}
loop$target:::tick
/arg0 < 11/
{
	trace(*(int *)NULL);
}
ERROR { @errors[arg4] = count(); }
END
expect folded 0 -qs "$TMP/faults.d" -x statusrate=1h -c "$TRIGGERS/loop 1000" <<'END'

                0              250
                1              250
                2              250
                3              250
                4              500
                1              511
--
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x10) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x11) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x12) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x13) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x14) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x15) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x16) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x17) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x18) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x19) in action #2
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): invalid address (0x203) in action #2 ... and 489 more like this
dtrace: error on enabled probe ID 3 (ID 4: loopPID:loop:main:tick): invalid address (0x0) in action #1
dtrace: error on enabled probe ID 2 (ID 4: loopPID:loop:main:tick): divide-by-zero in action #2 ... and 489 more like this
END

# the sum of shown and counted faults is the total: 10 of one place as messages, the others as a number
"$DT" -qn 'loop$target:::tick { trace(*(int *)8); }' -x statusrate=1ms -c "$TRIGGERS/loop 5000" >/dev/null 2>"$TMP/err"
sum=$(awk '/error on enabled probe/ { n++ } / more like this$/ { n += $(NF - 3) } END { print n + 0 }' "$TMP/err")
if [ "$sum" = 5000 ]; then
	echo "ok sum"
else
	echo "not ok sum: $sum"
	tail "$TMP/err"
fi
