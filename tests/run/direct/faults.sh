#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Clauses that fault in the program itself: the fault is told, and the clauses of ERROR run there, with the figures
# and records that the kernel's way gives; threads and a signal handler fault. What ERROR can't do there leaves the
# probes that can fault to the kernel, and no others.
. tests/run/direct/direct.inc
direct_made storm

# told: the faults that messages say
told() { awk '/^dtrace: error on enabled probe / { n++; if (match($0, /and [0-9]+ more/)) n += substr($0, RSTART + 4) }
	END { print n + 0 }' "$TMP/err"; }

cat >"$TMP/faults.d" <<'D'
BEGIN { printf("go\n"); }
storm$target:::warm { @warm = count(); }
storm$target:::tick { this->a = arg0; this->b = this->a; this->c = 840 / this->b; this->d = this->c; @sum = sum(this->d); }
storm$target:::tick { @all = count(); }
storm$target:::sig { @mod = sum(7 % (arg0 - 1)); }
ERROR { @errors = count(); @where[arg1, arg2, arg4, arg5] = count(); @name[probename] = count(); printf("e %d\n", arg4); }
END { printa("own %@d ", @warm); printa("%@d ", @all); printa("%@d ", @errors); printa("%@d ", @sum); }
END { printa("%d %d %d %d %@d ", @where); printa("%s %@d\n", @name); }
D
for way in off auto; do
	start_storm
	trace -q -x direct=$way -x strsize=16 -p $storm -x aggsortkey -s "$TMP/faults.d"
	ask w
	[ $way = off ] || wait_for is_on 3
	ask t 4 $((4000 / fewer)) $every
	stop_tracing
	faults=$((ticks / 8 + sigs))
	of_sig="8 1 4 0 $sigs "
	[ "$sigs" != 0 ] || of_sig=
	equals "$way-own" "$(sed -n 's/^own //p' "$TMP/out")" \
		"$warm $ticks $faults $((ticks / 8 * (840 + 420 + 280 + 210 + 168 + 140 + 120))) 6 3 4 0 $((ticks / 8)) ${of_sig}ERROR $faults"
	equals "$way-told" "$(told)" $faults
	equals "$way-records" "$(grep -c '^e 4$' "$TMP/out")" $faults
	equals "$way-in-error" "$(grep -c 'errors in ERROR\|drops\|has written' "$TMP/err")" 0
	end_storm "$way-ended"
done
equals direct "$(direct_cnt)" 1

# a clause of ERROR that faults itself
start_storm
trace -q -p $storm -n 'BEGIN { printf("go\n"); } storm$target:::tick { @ = sum(1 / arg0); } storm$target:::warm { }
	ERROR { @e = sum(1 / arg5); } ERROR { @n = count(); } END { printa("n %@d\n", @n); }'
wait_for is_on 2
ask t 2 800 0
stop_tracing
equals twice "$(sed -n 's/^n //p' "$TMP/out")" $((ticks / 8))
equals twice-told "$(told) $(awk '/errors in ERROR probe enabling/ { n += $2 } END { print n }' "$TMP/err")" \
	"$((ticks / 8)) $((ticks / 8))"
end_storm twice-ended

# ---- what ERROR can't do there: why NAME CLAUSE REASON
why() {
	start_storm
	trace -q -p $storm -n "BEGIN { printf(\"go\\n\"); } storm\$target:::tick { @ = sum(1 / arg0); }
		storm\$target:::warm { @w = count(); } ERROR { @n = count(); } ERROR $2 END { printa(\"n %@d\\n\", @n); }"
	ask w
	wait_for is_on 1
	ask t 2 800 0
	stop_tracing
	equals "why-$1" "$(sed -n 's/^dtrace: .*::tick is traced through the kernel: //p' "$TMP/err")" "$3"
	equals "why-$1-warm" "$(grep -c ':warm is traced through' "$TMP/err") $(direct_cnt)" "0 1"
	equals "why-$1-exact" "$(sed -n 's/^n //p' "$TMP/out")" $((ticks / 8))
	end_storm "why-$1-ended"
}
why name '{ @e[execname] = count(); }' 'in a clause of ERROR, execname needs the kernel'
why variable '{ e = 1; }' 'in a clause of ERROR, the variable e, which other clauses than BEGIN set, needs the kernel'
why string '/arg4 == 99/ { @e[copyinstr(arg5)] = count(); }' 'in a clause of ERROR, copyinstr() needs the kernel'
