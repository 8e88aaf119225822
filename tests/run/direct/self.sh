#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 100
#
# self-> variables in direct probes: a thread's variables are in the kernel or in the program, and never in both. So
# each pair of firings is matched once, whenever the hooks are set, with threads that come and go, signal handlers that
# fire as well, children, sessions one after the other, some of them killed. The same for tid, which is the kernel's. And
# what leaves such probes to the kernel.
. tests/run/direct/direct.inc
cat >"$TMP/storm.d" <<'D'
provider pairs {
	probe start(long value, int kind);
	probe done(long value, int kind);
	probe warm(string name);
};
provider others {
	probe done(long value);
};
D
"$DT" -h --direct -s "$TMP/storm.d" -o "$TMP/pairs.h" &&
	${CC:-gcc} -O2 -Wall -Wextra -Werror -I"$root" -I"$root/include" -I"$TMP" -c "$here/pairs.c" -o "$TMP/pairs.o" &&
	"$DT" -G --direct -s "$TMP/storm.d" -o "$TMP/pairs.prov.o" "$TMP/pairs.o" &&
	${CC:-gcc} "$TMP/pairs.o" "$TMP/pairs.prov.o" -lpthread -ldl -o "$TMP/pairs" &&
	ln "$TMP/pairs" "$TMP/pairs$mine" || {
	echo "not ok build"
	exit 1
}
storm_file=$TMP/pairs
# a slow machine takes a tenth of the rounds
rounds=300 many=500000
[ -z "${SLOW:-}" ] || rounds=30 many=50000

# a pair is that of one value; any other one, or half a pair, is told apart
cat >"$TMP/pairs.d" <<'D'
BEGIN { printf("go\n"); }
pairs*:MINE::start { @starts = count(); self->value = arg0 + 1000; self->kind = arg1; }
pairs*:MINE::done { @ends = count(); }
pairs*:MINE::done /self->value == arg0 + 1000 && self->kind == arg1/ { @pairs[self->kind] = count(); }
pairs*:MINE::done /self->value && self->value != arg0 + 1000/ { @wrong = count(); }
pairs*:MINE::done /!self->value/ { @half = count(); }
pairs*:MINE::done { self->value = 0; self->kind = 0; }
END
{
	printa("starts %@d\n", @starts); printa("ends %@d\n", @ends); printa("kind %d %@d\n", @pairs);
	printa("wrong %@d\n", @wrong); printa("half %@d\n", @half);
}
D
sed "s/MINE/pairs$mine/" "$TMP/pairs.d" >"$TMP/all.d"
sed 's/pairs\*:MINE/pairs$target:pairs/' "$TMP/pairs.d" >"$TMP/one.d"
# number LINE: that in the output, or 0
number() { awk -v line="$1" '$1 == line { sum += $NF } END { printf "%d\n", sum }' "$TMP/out"; }
found() { echo "$(number starts) $(number ends) $(number kind) $(number wrong) $(number half)"; }
# asked LINE: $pairs $handled
asked() {
	echo "$*" >&3
	read -r pairs handled <&4
}
pairs_are_on() {
	asked p 1 1 1 0
	grep -q "process $storm runs 2 probes of pairs by itself" "$TMP/err" || ! kill -0 $dtrace 2>/dev/null
}

# ---- from the first firing on ----------------------------------------------------------------------

# threads that come and go: more of them than there are slots
cat "$TMP/one.d" - >"$TMP/tids.d" <<'D'
pairs$target:pairs::start { @tids[tid] = count(); }
END { printa("tid %d %@d\n", @tids); }
D
"$DT" -q -x debug -s "$TMP/tids.d" -c "$TMP/pairs 8 $rounds 500 0" >"$TMP/out" 2>"$TMP/err" </dev/null
equals threads "$? $(found)" "0 $((4000 * rounds)) $((4000 * rounds)) $((4000 * rounds)) 0 0"
equals threads-direct "$(grep -c 'runs 2 probes of pairs by itself' "$TMP/err")" 1
equals threads-kinds "$(grep '^kind' "$TMP/out" | sort | tr '\n' ' ')" \
	"$(for kind in 0 1 2 3 4 5 6 7; do printf 'kind %d %d ' $kind $((rounds * 8 * (kind < 4 ? 63 : 62))); done)"
equals threads-drops "$(grep drop "$TMP/err")" ""
# each thread has one key, whichever way it went
equals threads-tids "$(awk '$1 == "tid" { print $3 }' "$TMP/out" | sort | uniq -c | tr -s ' ')" " $((8 * rounds)) 500"

# ---- hooks that are set while it fires, children, and a thread that ends between two firings ---------

storm_file=$TMP/pairs$mine
start_storm
trace -q -s "$TMP/all.d"
wait_for pairs_are_on
asked p 8 2 50000 0
asked f 20 500
asked o
asked p 4 1 50000 0
stop_tracing
# half a pair more has begun, and its thread has ended with it
equals all "$(found)" "$((pairs + 1)) $pairs $pairs 0 0"
equals all-drops "$(grep drop "$TMP/err")" ""
end_storm all-ended
storm_file=$TMP/pairs

# ---- signal handlers that fire as well -----------------------------------------------------------------

nested() { sed -n 's/^dtrace: \([0-9]*\) nested drops\{0,1\} .*/\1/p' "$TMP/err" | awk '{ sum += $1 } END { print sum + 0 }'; }
start_storm
trace -q -p $storm -s "$TMP/one.d"
wait_for pairs_are_on
asked p 2 2 $many 100
stop_tracing
set -- $(found)
equals signals "$(($1 + $2 + $(nested))) wrong $4 others $(($2 - $3 - $5))" "$((2 * (pairs + handled))) wrong 0 others 0"
result signals-came "$([ "$handled" -gt 20 ] || echo "only $handled")"
end_storm signals-ended

# ---- sessions, one after the other ---------------------------------------------------------------------

has_run() { [ "$(grep -c 'runs 2 probes of pairs by itself' "$TMP/err")" = 1 ] || ! kill -0 $dtrace 2>/dev/null; }
start_storm
echo g 4 >&3
bad=
for session in 1 2 3 4 5 6 7 8; do
	trace -q -p $storm -s "$TMP/one.d"
	wait_for has_run
	if [ $((session % 3)) = 0 ]; then
		kill -9 $dtrace
		wait $dtrace 2>/dev/null
		continue
	fi
	stop_tracing
	set -- $(found)
	# at the begin and at the end, each of the four threads can be in a pair; at the end, in the middle of its clauses
	[ "$status" = 0 ] && [ "$3" -gt 0 ] && [ $(($1 - $3)) -le 4 ] && [ $(($2 - $3)) -le 4 ] && [ "$4" = 0 ] && [ $(($2 - $3 - $5)) -ge 0 ] && [ $(($2 - $3 - $5)) -le 4 ] ||
		bad="$bad session $session: $* $(cat "$TMP/err")"
done
result sessions "$bad"
echo >&3
read -r pairs handled <&4
end_storm sessions-ended

# ---- old values that must not come back ------------------------------------------------------------------

# saw NAME WANTED: the values that the second half has seen, as "value times"
saw() {
	stop_tracing
	equals "$1" "$(grep . "$TMP/out" | sort | tr '\n' ' ')" "$2"
}
start_storm
trace -q -p $storm -n 'BEGIN { printf("go\n"); } pairs$target:::start /arg0 >= 0/ { self->value = arg0; }
	pairs$target:::start /arg0 < 0/ { self->value = 0; }
	pairs$target:::done /arg0 > 1000/ { @[arg0, self->value] = count(); } END { printa("%d %d %@d\n", @); }'
asked b 5
wait_for pairs_are_on
# nothing but a 0 brings the variable
asked b -1
asked e 2000
asked b 6
asked e 2001
# the program that comes after exec(3) is traced through the kernel at first, which had the 5
echo x >&3
asked e 2002
asked b 7
asked e 2003
saw values '2000 0 1 2001 6 1 2002 0 1 2003 7 1 '
end_storm values-ended

# a library that comes later has the same probes, and variables of its own
cat >"$TMP/late.c" <<'C'
#include "pairs.h"
void fire(void)
{
	PAIRS_START(9, 1);
	PAIRS_DONE(2001, 1);
}
C
${CC:-gcc} -O2 -fPIC -I"$root/include" -I"$TMP" -c "$TMP/late.c" -o "$TMP/late.o" &&
	"$DT" -G --direct -s "$TMP/storm.d" -o "$TMP/late.prov.o" "$TMP/late.o" &&
	${CC:-gcc} -shared "$TMP/late.o" "$TMP/late.prov.o" -o "$TMP/late.so" || echo "not ok late: not built"
start_storm
trace -q -p $storm -n 'BEGIN { printf("go\n"); } pairs$target:::start { self->value = arg0; }
	pairs$target:::done /arg0 > 1000/ { @[arg0, self->value] = count(); } END { printa("%d %d %@d\n", @); }'
wait_for pairs_are_on
asked b 5
echo "l $TMP/late.so" >&3
read -r pairs handled <&4
is_said() { grep -q "^dtrace: process $storm has mapped $TMP/late.so: its probes have self-> variables of their own, because those of direct probes are in the program; use -x direct=off\$" "$TMP/err" || ! kill -0 $dtrace; }
wait_for is_said
echo "l $TMP/late.so" >&3
read -r pairs handled <&4
asked e 2000
stop_tracing
equals late "$(grep '^2000 ' "$TMP/out")" '2000 5 1'
equals late-own "$(grep -c '^2001 9 ' "$TMP/out")" 1
end_storm late-ended

# ---- it is the program that runs them --------------------------------------------------------------------

# the processor time of the program: on a busy machine it also waits
used_ms() { awk -v hz="$(getconf CLK_TCK)" '{ print int(($14 + $15) * 1000 / hz) }' "/proc/$storm/stat"; }
# ms WAY: $ms for a lot of pairs
ms() {
	start_storm
	trace -q -x direct="$1" -p $storm -s "$TMP/one.d"
	asked p 1 1 1 0
	[ "$1" = off ] || wait_for pairs_are_on
	before=$(used_ms)
	asked p 1 1 150000 0
	ms=$(($(used_ms) - before))
	stop_tracing
	equals "ms-$1" "$(found)" "$pairs $pairs $pairs 0 0"
	end_storm "ms-$1-ended"
}
ms off
ms_off=$ms
ms auto
# a trap costs thirty times as much
result speed "$([ $((ms * 4)) -lt "$ms_off" ] || echo "$ms ms, through the kernel $ms_off ms")"

# ---- what is left to the kernel ------------------------------------------------------------------------------

# why NAME SCRIPT LINES: it says so, and the pairs are exact
why() {
	"$DT" -q -v -Z -n 'pairs$target:::start { self->value = arg0 + 1; @starts = count(); }
		pairs$target:::done /self->value == arg0 + 1/ { @pairs = count(); self->value = 0; }
		END { printa("starts %@d\n", @starts); printa("pairs %@d\n", @pairs); }'"$2" \
		-c "$TMP/pairs 2 1 1000 0" >"$TMP/out" 2>"$TMP/err" </dev/null
	equals "why-$1-exact" "$? $(number starts) $(number pairs)" "0 2000 2000"
	equals "why-$1" "$(sed -n 's/^dtrace: //; s/pairs[1-9][0-9]*/pairsPID/; /traced through the kernel: /s/^.*:\([a-z]*\) is traced through/\1/p' "$TMP/err")" "$3"
}
why nothing '' ''
why timer 'tick-1hour { self->value = 1; }' \
	'start the kernel: a probe that is not direct uses self->value
done the kernel: a probe that is not direct uses self->value'
why other-clause 'pairs$target:::done /self->value/ { @never[execname] = count(); }' \
	'done the kernel: execname needs the kernel
start the kernel: a probe that is not direct uses self->value'
why late 'pid$target:nothing-yet:f:entry, pairs$target:::done /self->value/ { @never = count(); }' \
	'start the kernel: a probe that is not direct uses self->value
done the kernel: a probe that is not direct uses self->value'
why strings 'pairs$target:::warm /self->value/ { @never[copyinstr(arg0)] = count(); }' \
	'start the kernel: a probe whose clauses read strings uses self->value
done the kernel: a probe whose clauses read strings uses self->value
warm the kernel: a probe whose clauses read strings uses self->value'
why provider 'others$target:::done /self->value/ { @never = count(); }' \
	'start the kernel: probes of several files or providers use self->value
done the kernel: probes of several files or providers use self->value
done the kernel: probes of several files or providers use self->value'
# the other variable is of another probe
why counter 'pairs$target:::warm { self->n++; }' 'warm the kernel: every probe needs the old value of self->n'
why groups 'pairs$target:::warm { self->n = 1; @n = sum(self->n++); }' ''
why together 'pairs$target:::warm { self->n = 1; } pairs$target:::done /self->n/ { self->value = self->n; }' \
	'start the kernel: every probe needs the old value of self->value
done the kernel: every probe needs the old value of self->value
warm the kernel: every probe needs the old value of self->value'
why text 'pairs$target:::warm { self->name = "x"; }' 'warm the kernel: self->name, which is not a number, needs the kernel'
why array 'pairs$target:::warm { self->a[1] = 1; }' 'warm the kernel: the associative array self->a needs the kernel'
expect only 1 -q -x direct=only -n 'pairs$target:::done { self->n++; }' -c "$TMP/pairs 1 1 1 0" <<'END'
--
dtrace: invalid probe specifier pairs$target:::done { self->n++; }: a probe of this clause can't be direct: every probe needs the old value of self->n
  pairs$target:::done { self->n++; }
  ^~~~~~~~~~~~~~~~~~~
END
# a program whose C library tells nothing of its threads
${CC:-gcc} -static "$TMP/pairs.o" "$TMP/pairs.prov.o" -lpthread -ldl -o "$TMP/static" 2>/dev/null || echo "not ok static: not linked"
storm_file=$TMP/static
is_told() {
	asked p 1 1 1 0
	[ "$(grep -c 'through the kernel' "$TMP/err")" -ge 2 ] || ! kill -0 $dtrace 2>/dev/null
}
sed -i 's/:pairs:/:static:/' "$TMP/one.d"
start_storm
trace -q -p $storm -s "$TMP/one.d"
wait_for is_told
asked p 2 1 1000 0
stop_tracing
equals static-exact "$(found)" "$pairs $pairs $pairs 0 0"
equals static-why "$(sed -n 's/^.*through the kernel: //p' "$TMP/err" | sort -u)" \
	'its clauses use self-> or tid, and its C library (a static one, or another than glibc) does not say where the id of a thread is
none of them can be direct'
end_storm static-ended
