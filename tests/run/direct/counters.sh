#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Global variables that clauses only add to: threads, signals and children add to them in the program and in the kernel at
# once, as does a timer; programs end, or execute themselves, before END reads the sums. They are those of the kernel's
# way, and what the program counts.
. tests/run/direct/direct.inc
direct_made storm
storm_file=$TMP/storm$mine

cat >"$TMP/counters.d" <<D
int8_t narrow; uint32_t below; int64_t ticks; int left;
BEGIN { ticks = 1000; left = -7; narrow = 100; below = 3; printf("go\n"); }
storm*:storm$mine::warm { warm++; }
storm*:storm$mine::tick
{
	ticks++; total += arg1; left -= 2; narrow += arg0; below -= arg0 + 1; shared++; this->x = arg0; odd += this->x & 1;
	@ = count();
}
storm*:storm$mine::tick /arg0 > 3 && arg1 % 5 == 0/ { some++; }
storm*:storm$mine::sig { ++sigs; }
storm*:storm$mine::child { children -= -1; }
tick-1ms { shared++; @timer = count(); }
/* not a counter, in the kernel beside them */
tick-1ms { last = timestamp; }
END
{
	printa("shared %@d ", @timer); printf("%d\n", shared);
	printf("own %d %d %d %d %d\n", warm, ticks - 1000, total, sigs, children);
	printf("others %d %d %u %d %d ", left, narrow, below, odd, some); printa("%@d\n", @);
}
D

# that of the process after execv(3), too
is_on_again() {
	ask w
	[ "$(grep -c "process $storm runs 4 probes of storm by itself" "$TMP/err")" = 2 ] || ! kill -0 $dtrace 2>/dev/null
}

# counters NAME OPTION: a round; the output is what the program says
counters() {
	start_storm
	trace -q -x "$2" -s "$TMP/counters.d"
	ask w
	[ "$2" = direct=off ] || wait_for is_on 4
	ask t 8 5000 100
	ask f 20 500
	# another one, which ends before
	"$storm_file" 4 3000 100 >"$TMP/other"
	read -r _ other_ticks other_sum other_sigs _ <"$TMP/other"
	# what it has fired until now is forgotten by the next
	set -- "$1" "$2" "$warm" "$ticks" "$sum" "$sigs" "$children"
	echo x >&3
	ask w
	[ "$2" = direct=off ] || wait_for is_on_again
	ask t 8 5000 0
	stop_tracing
	ticks=$((ticks + $4 + other_ticks))
	equals "$1-own" "$(sed -n 's/^own //p' "$TMP/out")" \
		"$((warm + $3)) $ticks $((sum + $5 + other_sum)) $((sigs + $6 + other_sigs)) $((children + $7))"
	# arg0 is the number of the firing modulo 8, so that eight of them have 28
	narrow=$(((100 + ticks / 8 * 28 + 128) % 256 - 128))
	# of 5000 firings 500 are both, and of 3000 300
	equals "$1-others" "$(sed -n 's/^others //p' "$TMP/out")" \
		"$((-7 - 2 * ticks)) $narrow $(((3 - ticks / 8 * 36) & 0xffffffff)) $((ticks / 2)) $((16 * 500 + 4 * 300)) $ticks"
	equals "$1-shared" "$(awk '/^shared/ { print $3 - $2 }' "$TMP/out")" "$ticks"
	grep -q 'drop\|missed' "$TMP/err" && echo "not ok $1-drops: $(cat "$TMP/err")"
	end_storm "$1-ended"
}
counters auto direct=auto
result auto-direct "$([ "$(direct_cnt)" -ge 2 ] || echo "processes that ran clauses: $(direct_cnt): $(cat "$TMP/err")")"
result auto-why "$(grep 'is traced through' "$TMP/err")"
counters off direct=off
