#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Two probes on one event have counts of their own: between two firings of one, the other fires as often as the ratio of
# the counts says, on each CPU. Only a run without missed firings, according to dtrace, is judged.
. tests/run/common.inc

cat >"$TMP/periods.d" <<'END'
int faults[int], seventh[int];
cpc:::page_faults-all-1 { faults[cpu]++; }
cpc:::page_faults-all-7 /seventh[cpu]/ { @between["between", faults[cpu] - seventh[cpu]] = max(1); }
cpc:::page_faults-all-7 { seventh[cpu] = faults[cpu]; }
END { printa("%s %d\n", @between); }
END

complete() {
	"$DT" -qs "$TMP/periods.d" -c "$TRIGGERS/counts page_faults 2000" >"$TMP/out" 2>"$TMP/err" </dev/null
	! grep -q 'missed firing' "$TMP/err"
}
wait_for complete
printf 'page_faults 2000 2000\nbetween 7\n' >"$TMP/wanted"
result between "$(grep . "$TMP/out" | diff "$TMP/wanted" -; cat "$TMP/err")"
