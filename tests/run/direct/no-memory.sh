#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# dtrace has no memory for what programs with direct probes record, because of a limit that it gets after BEGIN: their
# probes go through the kernel, and -v tells why.
. tests/run/direct/direct.inc
command -v prlimit >/dev/null || {
	echo "skip no-memory: needs prlimit"
	exit 0
}
direct_made storm
storm_file=$TMP/storm$mine

# the ring of each CPU takes 16 MB
trace -q -x objects="$storm_file" -b 16m -n 'BEGIN { printf("go\n"); } storm*:'"storm$mine"'::tick { @n = count(); } storm*:'"storm$mine"'::warm { @w = count(); }
	END { printa("%@d\n", @n); clear(@w); trunc(@w); }'
kilobytes=$(sed -n 's/^VmSize:[[:space:]]*\([0-9]*\).*/\1/p' /proc/$dtrace/status)
prlimit --pid $dtrace --as=$(((kilobytes + 8192) * 1024))
all=0
for name in first second; do
	start_storm
	wait_for is_on 2
	result $name-told "$(grep -q "^dtrace: direct probes of process $storm (storm) are traced through the kernel: no memory for what they record: Cannot allocate memory\$" "$TMP/err" || cat "$TMP/err")"
	ask t 2 500 0
	all=$((all + ticks))
	end_storm $name-ended
done
stop_tracing
equals status $status 0
equals counts "$(grep . "$TMP/out")" $all
