#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# nodegc: as many collections of each kind as Node.js itself reports.
. tests/run/tools/common.inc
. tests/run/tools/node.inc
needs_node collections _ZN2v88internal4Heap24PerformGarbageCollectionE 'Heap::PerformGarbageCollection()'

cat >"$TMP/garbage.js" <<'END'
let kept = [];
for (let i = 0; i < 300000; i++) {
	kept.push({ i });
	if (i % 100000 == 0)
		gc();
}
END
tool nodegc -c "$node --trace-gc --expose-gc $TMP/garbage.js"
awk '/ ms: / { kind = $0; sub(/.* ms: /, "", kind); sub(/ .*/, "", kind); n[tolower(kind) == "scavenge" ? "scavenge" : "mark-compact"]++ }
	END { for (kind in n) print kind, n[kind] }' "$TMP/out" | sort >"$TMP/told"
awk '$2 ~ /node/ && $1 ~ /^[0-9]+$/ && $4 > 0 { n[$3]++ } END { for (kind in n) print kind, n[kind] }' "$TMP/out" | sort >"$TMP/seen"
result kinds "$(diff "$TMP/told" "$TMP/seen" || cat "$TMP/out" "$TMP/err")"
result compacted "$(grep -qx 'mark-compact 3' "$TMP/seen" || cat "$TMP/seen")"

tool nodegc -m 100000 -c "$node --expose-gc $TMP/garbage.js"
prints none-so-long 'PID     COMMAND          KIND             TIME(us)'
