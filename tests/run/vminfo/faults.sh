#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# New pages, and pages that a child copies: as many as expected, and in all as many faults as the kernel has counted for
# the process. sysinfo counts each as one, too.
. tests/run/common.inc

"$DT" -qc "$TRIGGERS/pages 101" -n 'syscall::getppid:return /pid == $target || ppid == $target/ { self->call++; }
	/* between the second pair of calls */
	vminfo:::as_fault, vminfo:::cow_fault, vminfo:::prot_fault, sysinfo:::trap /self->call == 3/ {
		@[pid == $target ? "parent" : "child", probename] = sum(arg0);
	}
	END { printa("%s %s %@d\n", @); }' >"$TMP/out" 2>"$TMP/err"
awk '/faults/ { counted[$1] = $3; next }
NF { got[$1, $2] = $3 }
END {
	print got["parent", "cow_fault"] + 0, got["parent", "prot_fault"] + 0, (got["parent", "as_fault"] >= 100)
	print got["child", "cow_fault"] + 0, got["child", "prot_fault"] + 0
	for (who in counted) {
		if (got[who, "as_fault"] + got[who, "cow_fault"] != counted[who] || got[who, "trap"] != counted[who])
			print who, counted[who], "faults"
		seen++
	}
	print seen
}' "$TMP/out" >"$TMP/sums"
printf '0 0 1\n100 100\n2\n' >"$TMP/wanted"
result faults "$(diff "$TMP/wanted" "$TMP/sums" >/dev/null || cat "$TMP/sums" "$TMP/out" "$TMP/err")"
