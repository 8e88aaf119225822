#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A program that computes for 500 ms of CPU time gets about 500 samples of profile-1000, mostly in the function that
# computes, and never more than one per millisecond of elapsed time.
. tests/run/common.inc

"$DT" -qn 'profile-1000 /pid == $target && execname == "busy"/ {
		@ = count();
		@user = sum(arg1 != 0);
		@both = sum(arg0 && arg1);
		@first = min(timestamp / 1000000);
		@last = max(timestamp / 1000000);
	}
	END { printa(@); printa(@user); printa(@both); printa(@last); printa(@first); }' \
	-c "$TRIGGERS/busy 500" >"$TMP/out" 2>"$TMP/err"
set -- $(cat "$TMP/out")
bad=
[ $# = 5 ] || bad="prints: $(cat "$TMP/out" "$TMP/err")"
# samples are late while another tracer's program runs, and a virtual machine sometimes stops
[ -n "$bad" ] || { [ "$1" -ge 100 ] && [ "$1" -le $(($4 - $5 + 2)) ]; } || bad="$1 samples in $(($4 - $5)) ms"
[ -n "$bad" ] || [ "$2" -ge $(($1 * 8 / 10)) ] || bad="$2 of $1 in the program"
[ -n "$bad" ] || [ "$3" = 0 ] || bad="$3 with both addresses"
result samples "$bad"
