#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The output of `make demo`: every command that it runs, the probes, the aggregation. Without privileges: everything
# up to tracing, then the reason why not, and a status that is not 0.
set -u
BUILD=$TMP/root
export BUILD
examples/demo.sh >"$TMP/shown" 2>&1
status=$?
[ $status -eq 0 ] && echo "ok status" || echo "not ok status: $status: $(tail -n 3 "$TMP/shown")"

commands=$(sed -n 's/^\$ //p' "$TMP/shown" | sed "s|$DTRACE|dtrace|; s|$TMP/||g" | awk '{ print $1 }' | tr '\n' ' ')
[ "$commands" = "dtrace ${CC:-gcc} dtrace ${CC:-gcc} dtrace cat dtrace dtrace " ] && echo "ok commands" ||
	echo "not ok commands: shows $commands"
[ "$(grep -c '^ *[0-9]*  *order  *order  *main [a-z]*$' "$TMP/shown")" = 3 ] && echo "ok probes" ||
	echo "not ok probes: not the three of the example"
# the program prints how many orders it rejected; the rows of the aggregation add up to this number
told=$(sed -n 's/.* accepted, \([0-9]*\) rejected.*/\1/p' "$TMP/shown" | head -n 1)
counted=$(awk '/^  (ada|bob|cy|dee) / { sum += $NF } END { print sum + 0 }' "$TMP/shown")
[ -n "$told" ] && [ "$told" = "$counted" ] && echo "ok aggregation" ||
	echo "not ok aggregation: the program says $told, the rows add up to $counted"
grep -q 'Distribution' "$TMP/shown" && echo "ok histogram" || echo "not ok histogram: none"

# without privileges: root without capabilities
BUILD=$TMP/bare
setpriv --bounding-set -all --inh-caps -all examples/demo.sh >"$TMP/shown" 2>&1
status=$?
[ $status -eq 1 ] && [ "$(tail -n 1 "$TMP/shown")" = \
	"demo: tracing needs root, or the capabilities CAP_BPF and CAP_PERFMON" ] && echo "ok bare" ||
	echo "not ok bare: status $status: $(tail -n 1 "$TMP/shown")"
