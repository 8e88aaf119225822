#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# Prometheus accepts the output of oformat=prom, whatever the names of the script and of the traced program are, and no
# number is lost: keys that look alike become one series with the sum of their values.
. tests/run/common.inc

command -v promtool >/dev/null || {
	echo "skip promtool: needs promtool"
	exit 0
}
cat >"$TMP/twins.c" <<'END'
static __attribute__((noinline)) void twin(void) { __asm__ volatile("" : : : "memory"); }
void first(void);
__attribute__((noinline)) void h_c1(void) { __asm__ volatile("" : : : "memory"); }
int main(void)
{
	first(); first(); twin(); h_c1();
	return 0;
}
END
cat >"$TMP/other.c" <<'END'
static __attribute__((noinline)) void twin(void) { __asm__ volatile("" : : : "memory"); }
void first(void) { twin(); __asm__ volatile(""); }
END
$CC -O1 -o "$TMP/twins" "$TMP/twins.c" "$TMP/other.c" &&
	objcopy --redefine-sym h_c1=$'h_\x9b\e"\\\nx' "$TMP/twins" || {
	echo "not ok build"
	exit 1
}

# accepted NAME STATUS FILE...: 0: without a message; 3: names that Prometheus considers bad style
accepted() {
	promtool check metrics <"$3" >"$TMP/said" 2>&1
	status=$?
	result "$1" "$([ $status = "$2" ] && ! grep -q error "$TMP/said" || { echo "promtool: status $status"; cat "$TMP/said" "$3"; })"
}

# series NAME FILE; standard input: all expected lines
series() {
	grep -v '^#' "$2" >"$TMP/got"
	result "$1" "$(diff - "$TMP/got")"
}

# ---- two functions of the same name, each with its own value under every function ----
"$DT" -qx oformat=prom -o "$TMP/twins.prom" -n 'pid$target:a.out:twin:entry { @calls[usym(uregs[R_RIP])] = count();
	@low[ufunc(uregs[R_RIP])] = min(++n); @high[ufunc(uregs[R_RIP])] = max(n); @mean[usym(uregs[R_RIP])] = avg(10 * n);
	@off[usym(uregs[R_RIP])] = stddev(10 * n); @sizes[usym(uregs[R_RIP])] = lquantize(n, 0, 4, 1);
	@places[ustack(1)] = sum(n); }
	pid$target:a.out:h_*:entry { @hostile[probefunc, usym(uregs[R_RIP]), strjoin("a\n\t", probefunc)] = count(); }' \
	-c "$TMP/twins" 2>"$TMP/err"
accepted twins 0 "$TMP/twins.prom"
series twins-add-up "$TMP/twins.prom" <<'END'
dtrace_calls_total{uregs="twins`twin"} 3
dtrace_low{uregs="twins`twin"} 1
dtrace_high{uregs="twins`twin"} 3
dtrace_mean{uregs="twins`twin"} 20
dtrace_off{uregs="twins`twin"} 8
dtrace_sizes_bucket{uregs="twins`twin",le="0"} 0
dtrace_sizes_bucket{uregs="twins`twin",le="1"} 1
dtrace_sizes_bucket{uregs="twins`twin",le="2"} 2
dtrace_sizes_bucket{uregs="twins`twin",le="3"} 3
dtrace_sizes_bucket{uregs="twins`twin",le="+Inf"} 3
dtrace_sizes_count{uregs="twins`twin"} 3
dtrace_places_total{key0="twins`twin"} 6
dtrace_hostile_total{probefunc="h_\\233\\033\"\\\nx",uregs="twins`h_\\233\\033\"\\\\012x",key2="a\n	h_\\233\\033\"\\\nx"} 1
dtrace_run_records_total{file="twins.prom"} 0
dtrace_run_errors_total{file="twins.prom"} 0
END

# ---- names in the script that would collide ----
"$DT" -qx oformat=prom -n 'BEGIN { this->le = 1; this->quantile = 2; x1 = 3; x = 4;
	@calls = count(); @calls_total = max(7); @calls_total_2 = min(8);
	@sizes[this->le] = quantize(1); @sizes_count = min(3); @sizes_sum = max(4); @sizes_bucket = avg(5);
	@later_count = max(1); @later = lquantize(1, 0, 2, 1);
	@run_records = count(); @run_drops = sum(2); @plain[this->le, this->quantile] = count();
	@twice[x1, x, x, x, 5, "", stack()] = count(); @ = max(-1); @aggregation = min(2); @text = max(5);
	exit(0); }' >"$TMP/names.prom" 2>"$TMP/err"
accepted names 3 "$TMP/names.prom"
sed -i '/^dtrace_sizes_bucket{/d' "$TMP/names.prom"
series names-differ "$TMP/names.prom" <<'END'
dtrace_calls_total 1
dtrace_calls_total_2 7
dtrace_calls_total_2_2 8
dtrace_sizes_count{le0="1"} 1
dtrace_sizes_count_2 3
dtrace_sizes_sum_2 4
dtrace_sizes_bucket_2 5
dtrace_later_count 1
dtrace_later_2_bucket{le="0"} 0
dtrace_later_2_bucket{le="1"} 1
dtrace_later_2_bucket{le="+Inf"} 1
dtrace_later_2_count 1
dtrace_run_records_2_total 1
dtrace_run_drops_2_total 2
dtrace_plain_total{le0="1",quantile1="2"} 1
dtrace_twice_total{x1="3",x="4",x2="4",x3="4",key4="5",key5="",stack="[no stack]"} 1
dtrace_aggregation -1
dtrace_aggregation_2 2
dtrace_text 5
dtrace_run_records_total 1
dtrace_run_errors_total 0
END
sed 's/.*: @\([a-z_0-9]*\) is written as \([a-z_0-9]*\): .*/\1 \2/' "$TMP/err" >"$TMP/told"
result names-are-told "$(diff - "$TMP/told" <<'END'
calls_total dtrace_calls_total_2
calls_total_2 dtrace_calls_total_2_2
sizes_count dtrace_sizes_count_2
sizes_sum dtrace_sizes_sum_2
sizes_bucket dtrace_sizes_bucket_2
later dtrace_later_2
run_records dtrace_run_records_2_total
run_drops dtrace_run_drops_2_total
aggregation dtrace_aggregation_2
END
)"

# ---- drops; two files that are read together ----
"$DT" -qx oformat=prom -x aggsize=2k -o "$TMP/drops.prom" -n 'BEGIN { @calls[1] = quantize(1); @calls[2] = quantize(1);
	@calls[3] = quantize(1); trace(*(int *)16); } BEGIN { exit(0); }' 2>"$TMP/err"
accepted drops 0 "$TMP/drops.prom"
grep -v _bucket "$TMP/drops.prom" >"$TMP/totals"
series drops-are-told "$TMP/totals" <<'END'
dtrace_calls_count{key0="1"} 1
dtrace_run_records_total{file="drops.prom"} 1
dtrace_run_errors_total{file="drops.prom"} 1
dtrace_run_drops_total{file="drops.prom",kind="aggregation"} 2
END
cat "$TMP/twins.prom" "$TMP/drops.prom" | grep '^dtrace_run' | sort >"$TMP/both"
result files-differ "$(sed 's/ [0-9]*$//' "$TMP/both" | uniq -d)"
