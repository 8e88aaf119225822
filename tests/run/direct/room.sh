#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Keys of direct probes for which an aggregation has no room: each firing is printed or told as an aggregation drop of
# its CPU, as the kernel's programs do it. BEGIN takes all of the room; a program and its children fire on one CPU.
. tests/run/direct/direct.inc
direct_made storm
storm_file=$TMP/storm$mine
last_of() { sed 's/.*[-,]//' "/sys/devices/system/cpu/$1"; }
last=$(last_of online)
# as generate.c does
cells=$((last + 2))
[ $cells -le $(($(last_of possible) + 1)) ] || cells=$((last + 1))

began() { grep -qs '"printf":"go' "$TMP/out" || ! kill -0 $dtrace 2>/dev/null; }
# firings TYPE: how many the lines of this type tell of
firings() {
	grep -o "\"type\":\"\($1\)\".*" "$TMP/out" | grep '"name":"k"\|"kind":"aggregation"' | sed 's/"value":[0-9]*,"count"/"count"/' |
		grep -o '"\(value\|count\)":[0-9]*' | awk -F: '{ n += $2 } END { print n + 0 }'
}

# room NAME WORDS FUNCTION: there are 8 slots for values of so many words
room() {
	begin=
	for key in 0 1 2 3 4 5 6 7; do begin="$begin @k[(pid_t)0, (int64_t)$key] = $3;"; done
	start_storm taskset -c "$last"
	trace -x oformat=json -x aggsize=$((8 * 8 * cells * $2)) -n 'BEGIN { printf("go"); '"$begin"' } storm*:'"storm$mine"'::warm { @w = count(); }
		storm*:'"storm$mine"'::tick { @k[pid, arg0] = '"$3"'; } storm*:'"storm$mine"'::child { @k[pid, arg0 & 7] = '"$3"'; }'
	wait_for is_on 3
	ask t 8 5000 0
	ask f 6 500
	kill -TERM $dtrace
	wait $dtrace
	equals "$1" "$(firings 'aggregation\|histogram') and $(firings drop)" "8 and $((ticks + children))"
	equals "$1-cpu" "$(sed -n 's/.*"kind":"aggregation","cpu":\([0-9]*\),.*/\1/p' "$TMP/out" | sort -u)" "$last"
	end_storm "$1-ended"
}
room count 1 'count()'
room avg 2 'avg(arg0)'
room stddev 4 'stddev(arg0)'
room quantize 128 'quantize(arg0)'
room lquantize 11 'lquantize(arg0, 0, 8)'
