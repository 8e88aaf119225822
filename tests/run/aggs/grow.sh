#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Keys of which 65,536 would need 20 MB and more: memory is allocated only for keys that occur, if the kernel supports
# this (-x features, hash_alloc), and none of 60,000 is lost.
. tests/run/common.inc

# a value has 8 bytes for each CPU, and one for those that come later
cells=$(($(sed 's/.*[-,]//' /sys/devices/system/cpu/online) + 2))
"$DT" -q -x aggsize=$((65536 * 8 * cells)) -c "$TRIGGERS/loop 60000" -n 'loop$target:::tick
	{ @[strjoin("text that makes the key a long one, of many more bytes than a number ", lltostr(arg0)), arg0] = count(); }
	profile-997 { @timer[arg0, arg1] = count(); }
	END { trunc(@timer); printa("%.0s%d %@d\n", @); }' >"$TMP/out" 2>"$TMP/err" </dev/null
result keys "$(grep -v 'has exited' "$TMP/err")$(sort -n "$TMP/out" |
	awk 'NF { if ($1 != cnt++ || $2 != 1) { print; exit } } END { if (cnt != 60000) print cnt " keys" }')"

"$DT" -x features | grep -q '^hash_alloc *yes' || {
	echo 'skip memory: needs hashes that allocate'
	exit 0
}
# mb KEYS AGGREGATIONS: memory of the aggregations after KEYS firings
mb() {
	"$DT" -x counts -q -c "$TRIGGERS/loop $1" -n "loop\$target:::tick { $2 }" 2>&1 >/dev/null </dev/null |
		awk '/memory of the kernel/ { print int($10 / 1024 / 1024) }'
}
# before Linux 6.4 the kernel reports the memory that a full hash would need
[ "$(mb 2 '@[arg0, 1] = count(); @a[copyinstr(arg2), arg0] = count();')" != \
	"$(mb 30000 '@[arg0, 1] = count(); @a[copyinstr(arg2), arg0] = count();')" ] || {
	echo 'skip memory: the kernel does not say how much a hash takes'
	exit 0
}
for row in '3 @[ustack()] = count();' '3 @[copyinstr(arg2)] = count();' '8 @[arg0] = count();' \
	'18 @a[arg0] = count(); @b[arg0] = count(); @c[arg0] = count(); @d[arg0] = count(); @e[arg0] = count();'; do
	most=${row%% *} text=${row#* }
	got=$(mb 2 "$text")
	result "memory of $text" "$([ "${got:-99}" -le "$most" ] || echo "$got MB")"
done
