#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A leaf function with live data below its stack pointer around a site, traced all the time: no word changes.
# (tests/real does this ten million times.)
. tests/run/common.inc
CALLS=${REDZONE_CALLS:-1000000}

expect calls 0 -c "$TRIGGERS/redzone $CALLS" -qn 'redzone$target:::leaf { @ = count(); @sum = sum(arg0); }' <<END
$CALLS calls, 0 with a changed word

$(printf ' %16d' "$CALLS")
$(printf ' %16d' $((CALLS * (CALLS - 1) / 2)))
--
END

# Every offset of all leaf functions that can be probed.
CALLS=1000
expect offsets 0 -c "$TRIGGERS/redzone $CALLS" -qn 'pid$target:a.out:leaf*:0 { @ = count(); }
	pid$target:a.out:leaf*: { @hits = count(); }
	END { printa("%@d first instructions\n", @); clear(@hits); }' <<END
$CALLS calls, 0 with a changed word
$((CALLS * 3)) first instructions

                0
--
END
