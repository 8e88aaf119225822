#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @lock stacks
#
# -x oformat=flame and heat: the frames and their shares, the cells and their counts; the files are well-formed XML.
. tests/run/common.inc

well_formed() { python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"; }

# titles FILE: the tooltips, in order
titles() { sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' "$1"; }

"$DT" -qx oformat=flame -o "$TMP/f.svg" -n 'nest$target:::inner { @a["<k>", ustack(2)] = sum(3); @b[ustack(1)] = sum(1); printf("x"); }' \
	-c "$TRIGGERS/nest 1 5" >"$TMP/out" 2>"$TMP/err"
status=$?
cat >"$TMP/wanted" <<'OUT'
all (12, 100.00%)
&lt;k&gt; (9, 75.00%)
nest`left (9, 75.00%)
nest`inner (9, 75.00%)
nest`inner (3, 25.00%)
OUT
titles "$TMP/f.svg" >"$TMP/got"
why=''
[ $status -eq 0 ] && [ ! -s "$TMP/out" ] && [ ! -s "$TMP/err" ] || why="status $status, $(cat "$TMP/out" "$TMP/err")"
well_formed "$TMP/f.svg" || why="$why not well-formed"
diff -u "$TMP/wanted" "$TMP/got" || why="$why other frames"
result flame "$why"

# however often they are printed, values are drawn once, also those that are dropped after printing; @w and a part of @x
# are dropped before
"$DT" -qx oformat=flame -o "$TMP/p.svg" -c "$TRIGGERS/nest 4 1" -n 'BEGIN { @b[stack()] = count(); printa(@b); printa(@b); }
	nest$target:::inner { @c[ustack(1)] = count(); @t["t", ustack(1)] = count(); @w["w", ustack(1)] = count();
	@x["x", ustack(3)] = count(); printa(@c); printa(@c, @c); printa(@t); } nest$target:::inner /arg0 == 1/ { clear(@c); trunc(@t); }
	END { clear(@w); trunc(@x, 1); printa(@x); }' >"$TMP/out" 2>"$TMP/err"
status=$?
cat >"$TMP/wanted" <<'OUT'
all (33, 100.00%)
[no stack] (1, 3.03%)
nest`inner (12, 36.36%)
t (12, 36.36%)
nest`inner (12, 36.36%)
x (8, 24.24%)
nest`right (8, 24.24%)
nest`left (8, 24.24%)
nest`inner (8, 24.24%)
OUT
titles "$TMP/p.svg" >"$TMP/got"
why=''
[ $status -eq 0 ] && [ ! -s "$TMP/out" ] && [ ! -s "$TMP/err" ] || why="status $status, $(cat "$TMP/out" "$TMP/err")"
diff -u "$TMP/wanted" "$TMP/got" || why="$why other frames"
result flame-printed "$why"

# one column, drawn at the end
"$DT" -qx oformat=heat -x aggrate=1h -n 'BEGIN { @q["a"] = quantize(5, 3); @q["b"] = quantize(6); @q["a"] = quantize(20);
	@none = quantize(1, 0); @gone = quantize(1); clear(@gone); @l = lquantize(50, 0, 30, 10); @n = count(); exit(0); }' >"$TMP/h.svg" 2>"$TMP/err"
status=$?
cat >"$TMP/wanted" <<'OUT'
4 of 4 at 0.0 s
1 of 16 at 0.0 s
1 of 1 at 0.0 s
1 of &gt;= 30 at 0.0 s
OUT
titles "$TMP/h.svg" >"$TMP/got"
why=''
[ $status -eq 0 ] && [ "$(cat "$TMP/err")" = 'dtrace: @n is left out: it is not a histogram' ] ||
	why="status $status, $(cat "$TMP/err")"
well_formed "$TMP/h.svg" || why="$why not well-formed"
diff -u "$TMP/wanted" "$TMP/got" || why="$why other cells"
result heat "$why"

# values without a width or a shade are reported once
for form in flame heat; do
	"$DT" -qx oformat=$form -x aggrate=1h -o "$TMP/negative.svg" -n 'nest$target:::inner { @a[ustack(1), n++] = sum(-3); }
		nest$target:::inner /n == 3/ { @b[ustack(2)] = sum(2); } BEGIN { @q = quantize(4, -2); @q = quantize(100, 3); }' \
		-c "$TRIGGERS/nest 1 5" >"$TMP/out" 2>"$TMP/err"
	why=$([ $? = 0 ] || echo 'status')
	case $form in
	flame) what='3 values are' ;;
	heat) what='1 cell is' ;;
	esac
	grep -v -e '@q is left out: none of its keys is a stack$' -e '@[ab] is left out: it is not a histogram$' "$TMP/err" >"$TMP/said"
	echo "dtrace: oformat=$form: $what below 0; left out: text and json have them" | diff - "$TMP/said" >"$TMP/diff" ||
		why="$why $(cat "$TMP/diff")"
	well_formed "$TMP/negative.svg" || why="$why not well-formed"
	result $form-negative "$why"
done

# clear() and trunc() between the columns and in them: a column has the values that came in its time
for action in 'clear(@)' 'trunc(@)' 'trunc(@, 1)' 'printa(@); clear(@)'; do
	"$DT" -qx oformat=heat -x aggrate=1ms -x switchrate=1ms -o "$TMP/c.svg" -n "tick-1ms { n++; @[n % 3] = quantize(5); }
		tick-1ms /n % 10 == 3/ { $action; } tick-1ms /n == 300/ { exit(0); }" >"$TMP/out" 2>"$TMP/err"
	why=$([ $? = 0 ] || echo 'status')
	sum=$(titles "$TMP/c.svg" | awk '{ sum += $1 } END { print sum }')
	[ "$sum" = 300 ] && [ ! -s "$TMP/out" ] && [ ! -s "$TMP/err" ] || why="$why counts add up to $sum, expected 300; $(cat "$TMP/out" "$TMP/err")"
	result "heat-with-$(echo "$action" | tr -dc a-z1)" "$why"
done

# so many columns that they are merged twice: nothing is lost, and at most 512 remain
"$DT" -qx oformat=heat -x aggrate=1ms -x switchrate=1ms -o "$TMP/j.svg" -n 'tick-1ms { @ = quantize(5); } tick-1ms /n++ == 1999/ { exit(0); }' \
	2>"$TMP/err"
sum=$(titles "$TMP/j.svg" | awk '{ sum += $1 } END { print sum }')
columns=$(titles "$TMP/j.svg" | wc -l)
why=''
[ "$sum" = 2000 ] || why="counts add up to $sum, expected 2000"
[ "$columns" -le 512 ] || why="$why $columns columns"
result joined "$why"
