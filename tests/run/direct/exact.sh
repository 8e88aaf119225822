#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Clauses that the program runs itself give the figures that the program counts, and those that the kernel's way
# gives: every aggregating function, keys, predicates, this->; with 8 threads, a signal handler that fires every
# 100 us, and children of fork(2) that fire; records are printed or told as dropped; printa(), clear() and trunc()
# while it fires.
. tests/run/direct/direct.inc
direct_made storm
storm_file=$TMP/storm$mine

# ---- figures -----------------------------------------------------------------------------------

sed "s/MINE/storm$mine/" >"$TMP/figures.d" <<'D'
BEGIN { printf("go\n"); }
storm*:MINE::warm { @warm = count(); }
storm*:MINE::tick { this->twice = arg1 * 2; this->twice += arg0; }
storm*:MINE::tick
{
	@count = count(); @sum = sum(arg1); @min = min(arg1 + 5); @max = max(arg1); @avg = avg(arg1); @dev = stddev(arg1);
	@twice = sum(this->twice); @q = quantize(arg1); @lq = lquantize(arg1, 0, 4000, 200); @llq = llquantize(arg1, 10, 0, 6, 10);
	@k[arg0] = count(); @ksum[arg0, arg1 % 3] = sum(arg1); @kmin[arg0] = min(arg1); @kmax[arg0] = max(arg1);
	@kavg[arg0] = avg(arg1); @kdev[arg0] = stddev(arg1); @kq[arg0] = quantize(arg1);
	@klq[arg0] = lquantize(arg1, 0, 4000, 200); @kllq[arg0] = llquantize(arg1, 10, 0, 6, 10);
}
storm*:MINE::tick /arg0 > 3 && arg1 % 5 == 0/ { @p = count(); @kp[arg0, arg1 & 0xff] = count(); }
storm*:MINE::sig { @sig = count(); }
storm*:MINE::child { @child = count(); @kchild[arg0 % 4] = sum(arg0); }
END
{
	printa("own %@d ", @warm); printa("%@d ", @count); printa("%@d ", @sum); printa("%@d ", @sig); printa("%@d\n", @child);
	printa("%@d ", @min, @max, @avg); printa(@max); printa(@avg); printa(@dev); printa(@twice); printa(@q); printa(@lq); printa(@llq);
	printa(@k); printa(@ksum); printa(@kmin); printa(@kmax); printa(@kavg); printa(@kdev); printa(@kq); printa(@klq);
	printa(@kllq); printa(@p); printa(@kp); printa(@kchild);
	clear(@warm); clear(@sig);
}
D
sed -i 's/^\tprinta("%@d ", @min, @max, @avg);/\tprinta(@min);/; /^\tclear(@warm); clear(@sig);$/d' "$TMP/figures.d"

# figures NAME OPTION: $TMP/NAME is the output of one round; hooks are on first, but for direct=off
figures() {
	start_storm
	trace -q -x aggsortkey -x "$2" -s "$TMP/figures.d"
	ask w
	[ "$2" = direct=off ] || wait_for is_on 4
	ask t 8 $((5000 / fewer)) $every
	ask f 40 500
	ask t 8 $((5000 / fewer)) $every
	stop_tracing
	equals "$1-own" "$(sed -n 's/^own //p' "$TMP/out")" "$warm $ticks $sum $sigs $children"
	[ "$2" = direct=off ] || result "$1-direct" "$([ "$(direct_cnt)" -gt 0 ] || echo "no process ran its clauses")"
	grep -q 'drop\|missed' "$TMP/err" && echo "not ok $1-drops: $(cat "$TMP/err")"
	grep -v '^own ' "$TMP/out" >"$TMP/$1"
	end_storm "$1-ended"
}
figures auto direct=auto
figures off direct=off
result lines "$([ "$(wc -l <"$TMP/off")" -gt 300 ] || echo "only $(wc -l <"$TMP/off")")"
result same-figures "$(diff "$TMP/auto" "$TMP/off" | head -20)"

# ---- names of the probe ----------------------------------------------------------------------------

start_storm
trace -q -p $storm -n 'BEGIN { printf("go\n"); } storm$target:::warm { @warm[probename] = count(); }
	storm$target:::tick { @[probeprov, probemod, probefunc, probename] = count(); }
	END { printa("%s %s %s %s %@d\n", @); printa("%s %@d\n", @warm); }'
wait_for is_on 2
ask t 8 $((5000 / fewer)) $every
# of a core file, it would be a GB
equals no-dump "$(awk '/memfd:dtrace-direct/ { is = 1 } is && /^VmFlags:/ { print / dd( |$)/ ? "no" : "dumped"; is = 0 }' \
	/proc/$storm/smaps | tr '\n' ' ')" "no no "
stop_tracing
equals names "$(sed /^$/d "$TMP/out")" "storm$storm storm$mine tick tick $ticks
warm $warm"
end_storm names-ended

# ---- for all processes and for one -----------------------------------------------------------------

start_storm
trace -q -p $storm -n 'BEGIN { printf("go\n"); }
	storm*:storm'$mine'::warm, storm*:storm'$mine'::tick { @all = count(); }
	storm$target:storm'$mine'::warm, storm$target:storm'$mine'::tick { @mine = count(); }
	END { printa("%@d ", @all); printa("%@d\n", @mine); }'
wait_for is_on '[1-9]'
ask t 8 $((5000 / fewer)) $every
stop_tracing
equals all-and-one "$(sed /^$/d "$TMP/out")" "$((warm + ticks)) $((warm + ticks))"
equals all-and-one-why "$(sed -n 's/.* is traced through the kernel: //p' "$TMP/err" | sort -u)" \
	"it is enabled for all processes and for one"
end_storm all-and-one-ended

# the same clause for both runs once
start_storm
trace -q -p $storm -n 'BEGIN { printf("go\n"); }
	storm*:storm'$mine'::warm, storm$target:storm'$mine'::warm { @w = count(); }
	storm*:storm'$mine'::tick, storm$target:storm'$mine'::tick { @n = count(); }
	END { printa("%@d ", @w); printa("%@d\n", @n); }'
wait_for is_on 2
ask t 8 $((5000 / fewer)) $every
stop_tracing
equals same-clause "$(sed /^$/d "$TMP/out")" "$warm $ticks"
equals same-clause-direct "$(direct_cnt)" 1
end_storm same-clause-ended

# ---- at the top of a stack, where nothing can be read beyond the arguments --------------------------

start_storm
trace -q -x direct=off -n 'BEGIN { printf("go\n"); } storm*:storm'$mine'::child { @ = sum(arg0); } END { printa("%@d\n", @); }'
ask k
stop_tracing
equals top-of-stack "$(sed /^$/d "$TMP/out") $children" "1 1"
end_storm top-of-stack-ended

rm "$TMP/storm" "$storm_file"
direct_made storm -DTWICE
start_storm
trace -q -p $storm -n 'BEGIN { printf("go\n"); } storm$target:::warm { @[probefunc] = count(); }'
ask w
stop_tracing
equals functions "$(awk 'NF { print $1, $2 }' "$TMP/out" | sort)" "obey 1
warm_again 1"
equals functions-why "$(sed -n 's/^dtrace: //; s/.* is traced through the kernel: //p' "$TMP/err" | sort -u)" \
	"it is in several functions, which are shown"
end_storm functions-ended

# ---- records: printed or told --------------------------------------------------------------------

# told: what the messages say was dropped
told() { awk '/ drops? on CPU / { n += $2 } END { print n + 0 }' "$TMP/err"; }

# records NAME WORD...: threads fire records while signals do
records() {
	name=$1
	shift
	start_storm
	trace -q -x counts "$@" -n 'BEGIN { printf("go\n"); } storm*:'storm$mine'::tick { printf("t %d %d\n", arg0, arg1); }
		storm*:'storm$mine'::sig { printf("s\n"); } storm*:'storm$mine'::warm { @ = count(); } END { printa("w %@d\n", @); }'
	wait_for is_on 3
	ask t 8 $((40000 / fewer)) $every
	stop_tracing
	equals "$name" "$(($(grep -c '^[ts]' "$TMP/out") + $(told)))" $((ticks + sigs))
	equals "$name-warm" "$(sed -n 's/^w //p' "$TMP/out")" "$warm"
	# BEGIN and END print as well
	equals "$name-attempted" "$(sed -n 's/^dtrace: records: attempted \([0-9]*\) = .*/\1/p' "$TMP/err")" \
		$((ticks + sigs + 2))
	equals "$name-equation" "$(($(sed -n 's/^dtrace: records: attempted \(.*\) = delivered \(.*\) + dropped \(.*\)/\1 - \2 - \3/p' \
		"$TMP/err")))" 0
	bad=$(awk '$1 == "t" && (NF != 3 || $3 % 8 != $2)' "$TMP/out" | head -3)
	result "$name-whole" "$bad"
	end_storm "$name-ended"
}
records records
records small-buffer -x bufsize=64k
equals small-buffer-dropped "$([ "$(told)" -gt 0 ] && echo some)" some

# ---- totals that are printed and taken back while it fires ------------------------------------------

start_storm
trace -q -x aggrate=1ms -n 'BEGIN { printf("go\n"); } storm*:'storm$mine'::tick { @n = count(); @s = sum(arg1); @k[arg0] = count(); }
	storm*:'storm$mine'::warm { @w = count(); }
	tick-200hz { printa("n %@d\n", @n); clear(@n); printa("s %@d\n", @s); clear(@s); printa("k %d %@d\n", @k); trunc(@k); }
	END { printa("n %@d\n", @n); printa("s %@d\n", @s); printa("k %d %@d\n", @k); printa("w %@d\n", @w); }'
wait_for is_on 2
ask t 8 $((2000000 / fewer)) $every
stop_tracing
equals cleared "$(awk '{ sum[$1] += $NF } END { printf "%d %d %d %d", sum["n"], sum["s"], sum["k"], sum["w"] }' "$TMP/out")" \
	"$ticks $sum $ticks $warm"
equals cleared-keys "$(awk '$1 == "k" { sum[$2] += $3 } END { for (k = 0; k < 8; k++) printf "%d ", sum[k] }' "$TMP/out")" \
	"$(awk -v n="$ticks" 'BEGIN { for (k = 0; k < 8; k++) printf "%d ", n / 8 }')"
result cleared-often "$([ "$(grep -c '^n' "$TMP/out")" -gt 10 ] || echo "printed $(grep -c '^n' "$TMP/out") times")"
end_storm cleared-ended

# ---- exit(), to which the kernel has to listen --------------------------------------------------------

start_storm
trace -q -n 'BEGIN { printf("go\n"); } storm*:'storm$mine'::tick { @ = count(); } storm*:'storm$mine'::tick /arg1 == 4000/ { exit(3); }
	storm*:'storm$mine'::child /execname != ""/ { @child = sum(1); } storm*:'storm$mine'::warm { } END { printa("%@d\n", @); }'
wait_for is_on 2
ask t 1 5000 0
ask f 1 100
wait $dtrace
equals exit "$? $(sed '1,/^go$/d; /^$/d' "$TMP/out")" "3 4001"
end_storm exit-ended
