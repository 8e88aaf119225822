#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A session of all processes of a program that come and go: of those that have ended nothing is left, neither links in the
# helper that holds them nor descriptors of dtrace. What they have fired is complete.
. tests/run/direct/direct.inc
direct_made storm
storm_file=$TMP/storm$mine

helper() { cat /proc/$dtrace/task/*/children 2>/dev/null || pgrep -P $dtrace; }
opened() { ls -l "$@" 2>/dev/null | grep -c "anon_inode:$kind\$"; }
held() {
	kind=bpf.link links=$(opened /proc/$(helper | tr -d ' ')/task/*/fd)
	kind=bpf-prog progs=$(opened /proc/$dtrace/fd)
}
is_same() {
	held
	tries=$((tries + 1))
	[ "$links $progs" = "$before" ] || [ $tries -gt 100 ]
}

trace -q -Z -x objects="$storm_file" -n 'BEGIN { printf("go\n"); }
	storm*:storm'$mine'::warm, storm*:storm'$mine'::tick { @ = count(); } END { printa("%@d", @); }'
held
before="$links $progs"
fired=0
for i in 1 2 3 4 5 6 7 8; do
	start_storm
	wait_for is_on 2
	ask t 2 50 0
	fired=$((fired + warm + ticks))
	# more of them than at the beginning, or this test looks at the wrong place
	[ $i != 8 ] || held
	end_storm "program$i"
done
result has-some "$([ "$links $progs" != "$before" ] || echo "no more than the $before at the beginning")"
tries=0
wait_for is_same
equals left "$links $progs" "$before"
stop_tracing
equals count "$(grep . "$TMP/out")" $fired
