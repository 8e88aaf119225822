#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# In a time namespace, whose clock is behind that of the kernel or ahead of it: records come at once, printa() prints
# exactly the values before it, walltimestamp is the time of day.
. tests/run/common.inc

unshare --time --fork --monotonic -1 true 2>/dev/null || {
	echo "skip clock: needs time namespaces"
	exit 0
}
# no clock may be before 0: a guest has run for some 20 seconds
for shift in -10 50 100000000; do
	before=$(date +%s)
	timeout 60 unshare --time --fork --monotonic $shift --boottime 0 "$DT" -x oformat=text -qn 'BEGIN { printf("%d\n", walltimestamp / 1000000000); }
		tick-10ms { @[++n] = count(); } tick-10ms /n == 3/ { printa("%d %@d\n", @); exit(0); }' >"$TMP/got" 2>"$TMP/err" </dev/null
	status=$?
	after=$(date +%s)
	wall=$(head -n 1 "$TMP/got")
	bad=
	[ "${wall:-0}" -ge "$before" ] && [ "$wall" -le "$after" ] || bad="walltimestamp $wall of $before to $after"
	sed -n '2,$p' "$TMP/got" | grep -v '^$' | tr -s ' ' >"$TMP/out"
	printf '1 1\n2 1\n3 1\n--\n' >"$TMP/wanted"
	result "wall$shift" "$bad"
	same "shifted$shift" $status 0
done
