#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# funccount: exact numbers of calls, by a pattern, over intervals, and without any call.
. tests/run/tools/common.inc

# line NAME FILE COUNT
line() { printf '%-40s %-24s %10d' "$@"; }

# the trigger's own output
said() { sed -i -e '/^[0-9]* calls, sum /d' -e '/^$/d' "$TMP/out"; }

tool funccount -c "$TRIGGERS/funcs 50 3" 'a.out:[dn][ea]*[pd]'
said
prints pattern "$(line named funcs 100; echo; line deep funcs 200)"

# of all files of the process
tool funccount -c "$TRIGGERS/funcs 50" ten
said
prints all-files "$(line ten funcs 50)"

# a path from the current folder
cp "$TRIGGERS/funcs" "$TMP/here"
here=./$(realpath --relative-to=. "$TMP")/here
tool funccount -c "$here 50 3" "$here:ten"
said
prints relative "$(line ten here 50)"

tool funccount -n nobody -c "$TRIGGERS/funcs 50" ten
said
result other-name "$(cat "$TMP/out" "$TMP/err")"

# intervals and the rest at the end add up to the same
tool funccount -c "$TRIGGERS/funcs 1000" 'a.out:ten' 1
said
result intervals "$(awk 'NF { n += $3 } END { if (n != 1000) print n }' "$TMP/out")"

for words in '' 'ten{' 'a:b:c'; do
	tool funccount ${words:+"$words"}
	result "refused-$words" "$([ $status = 2 ] && [ ! -s "$TMP/out" ] && grep -q '\[FILE:\]FUNCTION' "$TMP/err" || cat "$TMP/out" "$TMP/err")"
done
