#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Several tracers of a program that runs clauses itself: two dtrace and a bpftrace see every firing; sessions that
# begin and end, and hooks that are cleared and set, while it fires 100,000,000 times; dtrace killed at random
# moments (SEED): the program does not notice, nothing stays, the next session is exact.
. tests/run/direct/direct.inc
direct_made storm
SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "SEED=$SEED"
# what one counts: warm ticks sum signals
count='BEGIN { printf("go\n"); } storm$target:::warm { @w = count(); } storm$target:::tick { @n = count(); @s = sum(arg1); }
	storm$target:::sig { @g = count(); } END { printa("%@d ", @w); printa("%@d ", @n); printa("%@d ", @s); printa("%@d\n", @g); }'
# fired: since then; what is said of what is 0 is nothing
now() { was="$warm $ticks $sum $sigs"; }
# fired: since then; counted FILE: what dtrace says of it. What is 0 is not shown.
fired() { echo "$was $warm $ticks $sum $sigs" | awk '{ for (i = 1; i <= 4; i++) if ($(i + 4) > $i) printf "%.0f ", $(i + 4) - $i }'; }
counted() { tr '\n' ' ' <"$1" | tr -s ' ' | sed 's/^ //'; }

# ---- at once ---------------------------------------------------------------------------------------

start_storm
ask w
now
trace -q -p $storm -n "$count"
wait_for is_on 3
first=$dtrace
mv "$TMP/out" "$TMP/first.out"
mv "$TMP/err" "$TMP/first.err"
first_was=$was
now
trace -q -p $storm -n "$count"
result second-says "$(grep -q '^dtrace: storm[0-9]*:storm:[^:]*:tick is traced through the kernel: another dtrace has the direct probes of this file$' "$TMP/err" ||
	cat "$TMP/err")"
if command -v bpftrace >/dev/null; then
	bpftrace -q -p $storm -e "BEGIN { printf(\"begun\\n\"); } usdt:$TMP/storm:storm:tick { @n = count(); @s = sum(arg1); }" >"$TMP/bpf" &
	bpf=$!
	bpf_has_begun() { grep -q begun "$TMP/bpf" || [ ! -e "/proc/$bpf/exe" ]; }
	wait_for bpf_has_begun
fi
before_bpf="$ticks $sum"
ask t 8 20000 1000
if command -v bpftrace >/dev/null; then
	kill -INT $bpf
	kill -TERM $bpf
	for tenth in $(seq 100); do
		[ -e "/proc/$bpf/exe" ] || break
		sleep 0.1
	done
	[ ! -e "/proc/$bpf/exe" ] || { echo "bpftrace did not end within ${tenth}00 ms"; kill -KILL $bpf; }
	wait $bpf
	equals bpftrace "$(sed -n 's/^@[ns]: //p' "$TMP/bpf" | tr '\n' ' ')" \
		"$(echo "$before_bpf $ticks $sum" | awk '{ printf "%.0f %.0f ", $3 - $1, $4 - $2 }')"
fi
stop_tracing
equals second "$(counted "$TMP/out")" "$(fired)"
ask t 8 20000 1000
was=$first_was
kill -TERM $first
wait $first
sed -i '0,/^go$/d' "$TMP/first.out"
equals first "$(counted "$TMP/first.out")" "$(fired)"
clean all-gone
frugal given-back

# ---- sessions that come and go; each begins with the kernel's way, and goes over while it fires -------

bad='' went=0
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	now
	trace -q -p $storm -n "$count"
	ask t 8 $((i * 2000)) 1000
	stop_tracing
	went=$((went + $(direct_cnt)))
	[ "$(counted "$TMP/out")" = "$(fired)" ] || bad="$bad $i: $(counted "$TMP/out"), not $(fired);"
done
result sessions "$bad"
result sessions-direct "$([ $went -gt 10 ] || echo "only $went of 20 went over to direct probes")"
clean sessions-gone

# ---- hooks that are cleared and set in one session ---------------------------------------------------

now
trace -q -p $storm -n "$count"
wait_for is_on 3
"$tracer" toggle $storm "$TMP/storm" 20 2>"$TMP/toggle" &
toggle=$!
ask t 8 12500000 1000
wait $toggle
result toggled "$(cat "$TMP/toggle")"
stop_tracing
equals hundred-million "$(counted "$TMP/out")" "$(fired)"
equals fired-hundred-million "$(echo "$was" | awk -v ticks=$ticks '{ printf "%.0f", ticks - $2 }')" 100000000
clean toggled-gone

# ---- killed ------------------------------------------------------------------------------------------

awk -v seed="$SEED" 'BEGIN { srand(seed); while (n++ < 10) { r = rand(); printf "%.4f\n", 0.4 * r } }' >"$TMP/moments"
bad=''
while read -r moment <&5; do
	: >"$TMP/err"
	"$DT" -x debug -q -p $storm -n "$count" >"$TMP/killed.out" 2>"$TMP/killed.err" </dev/null &
	dtrace=$!
	before="$ticks $sum"
	echo t 2 20000 1000 >&3
	sleep "$moment"
	kill -KILL $dtrace || bad="$bad $moment: it was not there;"
	wait $dtrace 2>/dev/null
	read -r warm ticks sum sigs children <&4
	[ "$before" = "$((ticks - 40000)) $((sum - 399980000))" ] || bad="$bad the program's: $before, then $ticks $sum;"
	now
	trace -q -p $storm -n "$count"
	ask t 2 20000 1000
	wait_for is_on 3
	ask t 2 20000 1000
	[ "$(direct_cnt)" = 1 ] || bad="$bad not direct: $(cat "$TMP/err")"
	stop_tracing
	[ "$(counted "$TMP/out")" = "$(fired)" ] || bad="$bad after $moment: $(counted "$TMP/out"), not $(fired);"
done 5<"$TMP/moments"
result killed "$bad"
clean killed-gone
frugal killed-given-back
end_storm program
