#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# A program that writes at random (SEED) into all that it shares with its tracer, and forges records: dtrace does not
# end, does nothing that another clause would do, counts other probes exactly, and says so. A program that shows
# files that are not the agent's: nothing is written to them.
. tests/run/direct/direct.inc
SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
SECONDS_EACH=${SECONDS_EACH:-4}
echo "SEED=$SEED"
sed -i 's/^};/\tprobe text(char *text);\n};/' "$TMP/storm.d"
direct_made storm
control=$(nm "$TMP/storm.prov.o" | sed -n 's/.* \(__dtracedirect_.*\.control\)$/\1/p')
direct_made hostile -I"$root" -DCONTROL="\"$control\""

# ---- it writes -------------------------------------------------------------------------------------

# BEGIN prints no "go": what the program forges may look like it. `evil` is what no clause ever does.
cat >"$TMP/script.d" <<D
storm\$target:::tick { @c = count(); @s = sum(arg1); @k[arg0] = count(); @q[arg0] = quantize(arg1); printf("t %d %d\n", arg0, arg1); }
storm\$target:::warm /arg0 % 3/ { @w[arg0 % 50] = avg(arg0); @lq = lquantize(arg0, 0, 100, 10); trace(arg0); printa("p %d %@d\n", @w); }
storm\$target:::warm { usym(arg0); sym(arg0); printf("%p %x %o\n", arg0, arg0, arg0); }
storm\$target:::text { @text[copyinstr(arg0)] = count(); printf("%s\n", copyinstr(arg0, 40)); }
storm\$target:::warm { self->w = arg0; @self[self->w++ % 8] = count(); @set[self->w & 7] = max(self->w); }
tick-20hz { n++; printf("T %d\n", n); system("echo >>$TMP/done"); @ticks = count(); @other[3] = sum(7); }
tick-1s /n < 0/ { system("touch $TMP/evil"); exit(3); }
storm\$target:::child { system("touch $TMP/evil"); exit(4); }
END { printf("ticks %d ", n); printa("%@d ", @ticks); printa("%d %@d\n", @other); }
D
attacks() {
	: >"$TMP/done"
	"$DT" -x debug -q -w -x bufsize="$3" -c "$TMP/hostile write $2 $SECONDS_EACH" -s "$TMP/script.d" >"$TMP/out" 2>"$TMP/err" </dev/null
	equals "$1-status" $? 0
	result "$1-direct" "$([ "$(direct_cnt)" = 1 ] || tail "$TMP/err")"
	result "$1-evil" "$([ ! -e "$TMP/evil" ] || echo "it happened")"
	result "$1-says" "$(grep -qE '^dtrace: process [0-9]+ has written into the memory of its direct probes: what it counts can be wrong$' \
		"$TMP/err" || tail -5 "$TMP/err")"
	result "$1-no-report" "$(grep -m 3 'Sanitizer\|runtime error' "$TMP/err")"
	# a record of theirs can be dropped, as the ring is full of others; totals can't
	# shellcheck disable=SC2046  # words
	set -- "$1" $(sed -n 's/^ticks //p' "$TMP/out" | tail -n 1)
	equals "$1-others" "$3 $4 $5" "$2 3 $((7 * $2))"
	equals "$1-others-acted" "$(wc -l <"$TMP/done")" "$(grep -c '^T ' "$TMP/out")"
	result "$1-others-many" "$([ "$2" -gt $((10 * SECONDS_EACH)) ] || echo "only $2")"
}
attacks writes "$SEED" 4m
attacks writes-small-buffer $((SEED + 1)) 64k

# where one of its probes may exit, it can end the session, at any time and with any status, and no more than that
cat >>"$TMP/script.d" <<'D'
storm$target:::warm /arg0 < 0/ { printf("never\n"); exit(5); }
D
round=0
while [ $round -lt 2 ]; do
	rm -f "$TMP/done"
	: >"$TMP/done"
	timeout 40 "$DT" -x debug -q -w -c "$TMP/hostile write $((SEED + 2 + round)) 2" -s "$TMP/script.d" >"$TMP/out" 2>"$TMP/err" </dev/null
	result "exits-$round-direct" "$([ "$(direct_cnt)" = 1 ] || tail "$TMP/err")"
	result "exits-$round-evil" "$([ ! -e "$TMP/evil" ] || echo "it happened")"
	result "exits-$round-no-report" "$(grep -m 3 'Sanitizer\|runtime error' "$TMP/err")"
	# only of a session that has come to END
	# shellcheck disable=SC2046  # words
	set -- $(sed -n 's/^ticks //p' "$TMP/out" | tail -n 1)
	equals "exits-$round-others" "$2 $3 $4" "$1 3 $((7 * $1))"
	equals "exits-$round-others-acted" "$(wc -l <"$TMP/done")" "$(grep -c '^T ' "$TMP/out")"
	round=$((round + 1))
done

# ---- it maps ---------------------------------------------------------------------------------------

# mapped KIND WHAT: dtrace with -v traces it; $said
mapped() {
	start "$TMP/hostile" map "$1" "$2"
	read -r said <&4
	trace -q -p $storm -n 'BEGIN { printf("go\n"); } storm$target:::tick { @ = count(); }'
	settled() {
		echo 1 >&3
		read -r fired <&4
		grep -q 'through the kernel\|by itself' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null
	}
	wait_for settled
	echo 1000 >&3
	read -r fired <&4
	stop_tracing
	exec 3>&- 4<&-
	wait $storm
	equals "$1-status" $? 0
	equals "$1-exact" "$(tr -d ' \n' <"$TMP/out")" "$fired"
	said=$(grep -o 'traced through the kernel: .*\|runs . probes of storm by itself' "$TMP/err")
}
no="traced through the kernel: what it has mapped is not the agent's"
mapped own 0
equals own "$said" "runs 1 probes of storm by itself"

truncate -s 1G "$TMP/roots"
chmod 644 "$TMP/roots"
stat -c '%y %b' "$TMP/roots" >"$TMP/before"
mapped file "$TMP/roots"
equals file "$said" "$no"
result file-untouched "$(stat -c '%y %b' "$TMP/roots" | diff "$TMP/before" -)"

shm=/dev/shm/dtrace-direct-test.$$
truncate -s 1G $shm
stat -c '%y %b' $shm >"$TMP/before"
mapped shm $shm
equals shm "$said" "$no"
result shm-untouched "$(stat -c '%y %b' $shm | diff "$TMP/before" -)"
rm -f $shm

# memory files that the program can only read
for kind in data code; do
	mapped $kind -
	equals $kind "$said" "$no"
done
