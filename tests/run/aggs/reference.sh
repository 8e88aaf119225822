#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# @timeout 300
# Every function over random values from several processes equals the results of plain C for the same
# values: every bucket, minimum, maximum, mean, deviation. VALUES: number per process; ten million in all:
#	VALUES=2500000 make T=aggs/reference check-run
. tests/run/common.inc
processes=4 values=${VALUES:-50000}

cat >"$TMP/all.d" <<'SCRIPT'
#pragma D option quiet
randoms*:::value
{
	@count = count();
	@sum = sum(arg0);
	@min = min(arg0);
	@max = max(arg0);
	@avg = avg(arg0);
	@stddev = stddev(arg0);
	@quantize = quantize(arg0);
	@lquantize = lquantize(arg0, -1000, 1000, 50);
	@llquantize = llquantize(arg0, 10, 2, 8, 20);
	@keyed[arg1] = count();
	@who[arg1] = llquantize(arg0, 10, 2, 8, 20);
}
END
{
	printa("count %@d\n", @count);
	printa("sum %@d\n", @sum);
	printa("min %@d\n", @min);
	printa("max %@d\n", @max);
	printa("avg %@d\n", @avg);
	printa("stddev %@d\n", @stddev);
	printa("quantize %@d\n", @quantize);
	printa("lquantize %@d\n", @lquantize);
	printa("llquantize %@d\n", @llquantize);
	printa("keyed %@d\n", @keyed);
	printa("who%@d\n", @who);
}
SCRIPT

# histogram rows -> "NAME LABEL COUNT"; rows with count 0 are dropped
rows() {
	awk '
	/Distribution/ || NF == 0 { next }
	!/\|/ { if (NF == 1) name = $1; else print; next }
	{
		split($0, side, "|")
		label = side[1]
		gsub(/ /, "", label)
		count = substr(side[2], 42) + 0
		if (count)
			sum[name " " label] += count
	}
	END { for (row in sum) print row, sum[row] }' | sort
}

"$DT" -s "$TMP/all.d" -c "$TRIGGERS/randoms $processes $values" >"$TMP/out" 2>"$TMP/err"
"$TRIGGERS/randoms" $processes "$values" reference | sort >"$TMP/wanted"
rows <"$TMP/out" >"$TMP/got"
grep -v '^keyed\|^who' "$TMP/got" >"$TMP/whole"
result values "$(diff "$TMP/wanted" "$TMP/whole" | head -20 | tr '\n' ';')"
result keys "$(grep '^keyed' "$TMP/got" | sort | uniq -c | awk -v n=$processes -v v="$values" '
	{ if ($1 != n || $3 != v) print "not", n, "times", v }
	END { if (NR != 1) print NR, "different counts" }')"
# the histograms of the keys add up to the one without keys
result parts "$(sed -n 's/^who /llquantize /p' "$TMP/got" | sort >"$TMP/parts"
	grep '^llquantize' "$TMP/wanted" | diff - "$TMP/parts" | head -5 | tr '\n' ';')"
