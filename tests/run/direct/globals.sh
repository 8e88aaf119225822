#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Clauses that the program runs itself read global variables that BEGIN has set: of each width and sign, pointers, one
# that nothing sets, in predicates, keys and records. The figures are those of the kernel's way, and what the program
# counts. Variables that change while tracing, and those that are no numbers, are left to the kernel, with the reason.
. tests/run/direct/direct.inc
direct_made storm
storm_file=$TMP/storm$mine

cat >"$TMP/fixed.d" <<D
int8_t c; uint8_t uc; int16_t s; uint16_t us; int i; uint32_t u; int64_t l; uint64_t ul; void *p; int unset;
BEGIN
{
	one = 1; c = -3; uc = 253; s = -300; us = 65236; i = -70000; u = 4294897296; l = -1 << 40; ul = -1; p = (void *)0xffffffff81000000;
	low = 17; ++low; low -= 1; began = timestamp; this->x = 5; other = this->x; printf("go\n");
}
storm*:storm$mine::warm { @warm = sum(one); }
storm*:storm$mine::tick { @count = sum(one); @sum = sum(arg1 * one + unset); }
storm*:storm$mine::tick
{
	@c = sum(c); @uc = sum(uc); @s = sum(s); @us = sum(us); @i = sum(i); @u = sum(u); @l = sum(l); @ul = max(ul);
	@p = max((uint64_t)p == 0xffffffff81000000); @late = min(timestamp > began); @k[c, us, other + arg0] = sum(other);
}
storm*:storm$mine::tick /arg1 > low && arg1 < us/ { @above = count(); }
storm*:storm$mine::tick /arg1 == low/ { printf("record %d %d %u %d\n", c, s, u, arg0); }
END
{
	one = 100;
	printa("own %@d ", @warm); printa("%@d ", @count); printa("%@d\n", @sum);
	printa("values %@d ", @c); printa("%@d ", @uc); printa("%@d ", @s); printa("%@d ", @us); printa("%@d ", @i); printa("%@d ", @u);
	printa("%@d ", @l); printa("%@d ", @ul); printa("%@d ", @p); printa("%@d ", @late); printa("%@d\n", @above); printa(@k);
}
D

# values NAME OPTION: $TMP/NAME is the output of one round
values() {
	start_storm
	trace -q -x aggsortkey -x "$2" -s "$TMP/fixed.d"
	ask w
	[ "$2" = direct=off ] || wait_for is_on 2
	ask t 8 $((5000 / fewer)) $every
	stop_tracing
	equals "$1-own" "$(sed -n 's/^own //p' "$TMP/out")" "$warm $ticks $sum"
	equals "$1-values" "$(sed -n 's/^values //p' "$TMP/out" | cut -d' ' -f1-10)" \
		"$((-3 * ticks)) $((253 * ticks)) $((-300 * ticks)) $((65236 * ticks)) $((-70000 * ticks)) $((4294897296 * ticks)) $(((-1 << 40) * ticks)) -1 1 1"
	grep -q 'drop\|missed' "$TMP/err" && echo "not ok $1-drops: $(cat "$TMP/err")"
	grep -v '^own ' "$TMP/out" | sort >"$TMP/$1"
	end_storm "$1-ended"
}
values auto direct=auto
result auto-direct "$([ "$(direct_cnt)" -gt 0 ] || echo "no process ran its clauses: $(cat "$TMP/err")")"
values off direct=off
result same "$(diff "$TMP/auto" "$TMP/off" | head -20)"

# ---- what is left to the kernel ------------------------------------------------------------------

warm_is_on() {
	ask w
	[ "$(direct_cnt)" = 1 ]
}

# why NAME SCRIPT REASON: tick is traced through the kernel for that reason, warm is direct
why() {
	start_storm
	trace -q -p $storm -n "BEGIN { printf(\"go\\n\"); } storm\$target:::tick { @t = count(); } $2
		storm\$target:::warm { @w = count(); } END { printa(\"t %@d\\n\", @t); }"
	wait_for warm_is_on
	ask t 2 800 0
	stop_tracing
	equals "why-$1" "$(sed -n 's/^dtrace: .*:tick is traced through the kernel: //p' "$TMP/err")" "$3"
	equals "why-$1-warm" "$(grep -c ':warm is traced through' "$TMP/err") $(direct_cnt)" "0 1"
	equals "why-$1-exact" "$(sed -n 's/^t //p' "$TMP/out")" "$ticks"
	end_storm "why-$1-ended"
}
why set 'storm$target:::tick { n = 1; }' 'the variable n, which other clauses than BEGIN set, needs the kernel'
why read 'storm$target:::tick { n++; } storm$target:::sig { @n = max(n); }' \
	'the variable n, which other clauses than BEGIN set, needs the kernel'
why timer 'tick-1s { on = 1; } storm$target:::tick /on/ { @on = count(); }' \
	'the variable on, which other clauses than BEGIN set, needs the kernel'
why shared 'BEGIN, storm$target:::sig { on = 1; } storm$target:::tick /on/ { @on = count(); }' \
	'the variable on, which other clauses than BEGIN set, needs the kernel'
why error 'ERROR { on = 1; } storm$target:::tick /on/ { @on = count(); }' \
	'the variable on, which other clauses than BEGIN set, needs the kernel'
why string 'BEGIN { name = "x"; } storm$target:::tick /name == "x"/ { @on = count(); }' \
	'the variable name, which is not a number, needs the kernel'
why assoc 'BEGIN { a[1] = 1; } storm$target:::tick { @on = sum(a[1]); }' 'the associative array a needs the kernel'
why large 'char many[70000]; int x; BEGIN { many[0] = 1; x = 1; } storm$target:::tick { @on = sum(x); }' 'it uses global variables'
