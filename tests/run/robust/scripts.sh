#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 300
#
# No script, however wrong, crashes dtrace, and the kernel accepts every script that compiles. First scripts that once
# failed (tests/fuzz/corpus/scripts), then random ones (tests/tools/random-script): a line that is refused is removed
# until the rest compiles, which is then run on tests/triggers/loop. SEEDS="FIRST COUNT" tries others:
#	SEEDS="1000 5000" TMP=/tmp/scripts DTRACE=... BUILD=... tests/run/robust/scripts.sh
# OPTIONS="-x proginsns=1" runs dtrace with more options, and with CHECKER=... another build compiles them, too.
. tests/run/common.inc
export ASAN_OPTIONS=detect_leaks=0
[ -x "$TRIGGERS/loop" ] || exit 1 # otherwise nothing would be run

# ran SCRIPT WORD...: dtrace WORD... -s SCRIPT; returns its status, or 99 if it failed, and then records the reason
ran() {
	script=$1
	shift
	# shellcheck disable=SC2086
	timeout -k 2 30 "$dtrace" ${OPTIONS:-} "$@" -x defaultargs -c "$TRIGGERS/loop 3" -s "$script" >"$TMP/log" 2>&1 </dev/null
	status=$?
	[ $status -lt 124 ] || why="$why; ended with $status"
	broken=$(grep -a -m 1 -e Sanitizer -e 'runtime error:' -e 'could not enable tracing' -e 'a fault of dtrace' "$TMP/log")
	[ -z "$broken" ] || why="$why; $broken"
	[ -z "$why" ] || status=99
	return $status
}

# Empties the line of SCRIPT that the message in $TMP/log names, or the first statement after it
take_out() {
	line=$(sed -n '1,2s/^dtrace: .*: line \([0-9]*\): .*/\1/p' "$TMP/log")
	awk -v line="${line:-0}" '
	NR >= line && line && !done && /^(\t.*[^ \t]|\/[^*])/ { done = 1; print ""; next }
	{ print }
	END { exit !done }' "$1" >"$TMP/shorter" && mv "$TMP/shorter" "$1"
}

# broken SCRIPT: prints why, or nothing. The script is reduced until it compiles.
broken() {
	why=
	dtrace=$DT
	until ran "$1" -e; do
		[ -z "$why" ] && take_out "$1" || break
	done
	[ -n "$why" ] || ran "$1" -q
	[ -n "$why" ] || [ -z "${CHECKER:-}" ] || {
		dtrace=$CHECKER
		ran "$1" -e
	}
	echo "$why"
}

for script in tests/fuzz/corpus/scripts/*.d; do
	cp "$script" "$TMP/script.d"
	result "$(basename "$script" .d)" "$(broken "$TMP/script.d")"
done

generator=$(tests/tools/build random-script) || exit 1
# shellcheck disable=SC2086
set -- ${SEEDS:-1 60}
seed=$1 last=$(($1 + $2 - 1)) bad=
while [ "$seed" -le "$last" ]; do
	"$generator" "$seed" >"$TMP/seed$seed.d"
	why=$(broken "$TMP/seed$seed.d")
	if [ -n "$why" ]; then
		bad="$bad $seed"
		echo "$TMP/seed$seed.d$why"
	else
		rm "$TMP/seed$seed.d"
	fi
	seed=$((seed + 1))
done
result random "${bad:+seeds$bad}"
