#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# -x oformat=prom: types, labels, cumulative buckets; a file of -o is replaced as a whole, at intervals and at the end.
. tests/run/common.inc

# powers NAME LABELS FROM COUNT: buckets of quantize() from 2^FROM - 1 to the last finite one
powers() {
	for i in $(seq "$3" 62); do echo "dtrace_$1_bucket{$2le=\"$(((1 << i) - 1))\"} $4"; done
}
{
cat <<'OUT'
# HELP dtrace_aggregation_total @ = count()
# TYPE dtrace_aggregation_total counter
dtrace_aggregation_total 1
# HELP dtrace_n_total @n = count()
# TYPE dtrace_n_total counter
dtrace_n_total{execname="dtrace",key1="",key2="5"} 1
dtrace_n_total{execname="dtrace",key1="a\"b\\c\n",key2="-1"} 1
# HELP dtrace_two @two = min()
# TYPE dtrace_two gauge
dtrace_two{execname="dtrace",execname1="dtrace"} -3
# HELP dtrace_text_total @text = sum()
# TYPE dtrace_text_total counter
dtrace_text_total{key0="x",key1="l"} -4
# HELP dtrace_q @q = quantize()
# TYPE dtrace_q histogram
dtrace_q_bucket{probename="BEGIN",le="-8"} 1
dtrace_q_bucket{probename="BEGIN",le="-4"} 1
dtrace_q_bucket{probename="BEGIN",le="-2"} 1
dtrace_q_bucket{probename="BEGIN",le="-1"} 1
dtrace_q_bucket{probename="BEGIN",le="0"} 2
dtrace_q_bucket{probename="BEGIN",le="1"} 2
dtrace_q_bucket{probename="BEGIN",le="3"} 2
dtrace_q_bucket{probename="BEGIN",le="7"} 2
OUT
powers q 'probename="BEGIN",' 4 3
cat <<'OUT'
dtrace_q_bucket{probename="BEGIN",le="+Inf"} 3
dtrace_q_count{probename="BEGIN"} 3
# HELP dtrace_big @big = quantize()
# TYPE dtrace_big histogram
OUT
powers big '' 0 0
cat <<'OUT'
dtrace_big_bucket{le="+Inf"} 1
dtrace_big_count 1
# HELP dtrace_l @l = lquantize()
# TYPE dtrace_l histogram
dtrace_l_bucket{le="-1"} 1
dtrace_l_bucket{le="9"} 1
dtrace_l_bucket{le="19"} 1
dtrace_l_bucket{le="29"} 2
dtrace_l_bucket{le="+Inf"} 3
dtrace_l_count 3
# HELP dtrace_a @a = avg()
# TYPE dtrace_a gauge
dtrace_a 7
# HELP dtrace_run_records_total records that were read
# TYPE dtrace_run_records_total counter
dtrace_run_records_total 1
# HELP dtrace_run_errors_total faults of clauses
# TYPE dtrace_run_errors_total counter
dtrace_run_errors_total 1
--
dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #17
OUT
} >"$TMP/metrics"
expect metrics 0 -qx oformat=prom -n 'BEGIN { @ = count(); @n[execname, "a\"b\\c\n", -1] = count(); @n[execname, "", 5] = count();
	@two[execname, execname] = min(-3); @text[stringof("x"), basename("/k/l")] = sum(-4);
	@q[probename] = quantize(-9); @q[probename] = quantize(0); @q[probename] = quantize(9); @big = quantize(1LL << 62);
	@l = lquantize(-1, 0, 30, 10); @l = lquantize(25, 0, 30, 10); @l = lquantize(31, 0, 30, 10);
	@a = avg(7); normalize(@a, 2); printf("x"); printa(@n); trace(*(int *)16); }
	BEGIN { exit(0); }' <"$TMP/metrics"

# without a value after clear(), min() and avg() are not 0; what was counted is 0
expect empty 0 -qx oformat=prom -n 'BEGIN { @m[1] = min(5); @m[2] = min(7); @x = max(5); @a = avg(5); @d = stddev(5); @c = count();
	clear(@m); clear(@x); clear(@a); clear(@d); clear(@c); @z = min(0); exit(0); }' <<'END'
# HELP dtrace_m @m = min()
# TYPE dtrace_m gauge
# HELP dtrace_x @x = max()
# TYPE dtrace_x gauge
# HELP dtrace_a @a = avg()
# TYPE dtrace_a gauge
# HELP dtrace_d @d = stddev()
# TYPE dtrace_d gauge
# HELP dtrace_c_total @c = count()
# TYPE dtrace_c_total counter
dtrace_c_total 0
# HELP dtrace_z @z = min()
# TYPE dtrace_z gauge
dtrace_z 0
# HELP dtrace_run_records_total records that were read
# TYPE dtrace_run_records_total counter
dtrace_run_records_total 1
# HELP dtrace_run_errors_total faults of clauses
# TYPE dtrace_run_errors_total counter
dtrace_run_errors_total 0
--
END

# A reader that reads all the time always sees whole files, with numbers that never decrease.
"$DT" -qx oformat=prom -x aggrate=5ms -o "$TMP/f.prom" -n 'tick-1ms { @n = count(); } tick-1ms /i++ == 400/ { exit(0); }' &
pid=$!
why='' last=0 seen=0
while [ -d "/proc/$pid" ]; do
	cat "$TMP/f.prom" >"$TMP/copy" 2>/dev/null || continue
	[ -s "$TMP/copy" ] || continue
	n=$(sed -n 's/^dtrace_n_total //p' "$TMP/copy")
	tail -n 1 "$TMP/copy" | grep -q '^dtrace_run_errors_total{file="f.prom"} 0$' || why="a file in parts: $(cat "$TMP/copy")"
	[ "${n:-0}" -ge "$last" ] || why="$n after $last"
	[ "${n:-0}" -eq "$last" ] || seen=$((seen + 1))
	last=${n:-0}
done
wait $pid || why="status $?"
n=$(sed -n 's/^dtrace_n_total //p' "$TMP/f.prom")
[ "$n" = 401 ] || why="$why; $n ticks in the end, expected 401"
[ "$seen" -ge 2 ] || why="$why; the file was replaced $seen times while the run lasted"
[ "$(ls "$TMP" | grep -c prom)" = 1 ] || why="$why; left $(ls "$TMP")"
result file-is-replaced "$why"
