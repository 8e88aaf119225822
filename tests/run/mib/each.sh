#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @slow
# @timeout 300
# @lock watches
#
# Each counter that grows under the load, four at a time: the traced growth equals that in /proc/net.
. tests/run/common.inc
. tests/run/mib/mib.inc
. scripts/def-rows.sh

skips each && exit
keep_busy
# without dtrace: which counters grow
"$TRIGGERS/nets" own sh -c '"$TRIGGERS/nets" load "$TMP/before" && "$TRIGGERS/nets" show >"$TMP/after"' || {
	echo "not ok load"
	exit
}
shown_growth | awk '$2 { print $1 }' >"$TMP/growing"
# one name for each: NAME=SHOWN
rows runtime/provider/mib/counters.def 'COUNTER|MESSAGES' | awk -F '\t' '
NR == FNR { grows[$1] = 1; next }
grows[$5] && !seen[$5]++ { print $2 "=" $5 }' "$TMP/growing" - >"$TMP/pairs"
xargs -n 4 <"$TMP/pairs" >"$TMP/groups"
while read -r group <&3; do
	# shellcheck disable=SC2086  # words
	compare "$(echo "$group" | sed 's/=.*//')" $group
done 3<"$TMP/groups"
result enough "$([ "$(wc -l <"$TMP/pairs")" -ge 75 ] || cat "$TMP/pairs")"
