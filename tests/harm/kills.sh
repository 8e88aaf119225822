#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 900
#
# KILLS (48) runs of dtrace on three programs, ended by SIGKILL at random moments (SEED) while they attach, trace or
# detach: within a second, the programs' code equals their files again, and semaphores, programs, links and names of
# events are gone.
. tests/run/common.inc
KILLS=${KILLS:-48}
SEED=${SEED:-$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}
echo "SEED=$SEED"
command -v bpftool >/dev/null || {
	echo "skip kills: needs bpftool"
	exit 0
}

# the copy distinguishes this test's processes from others
cp "$DT" "$TMP/dtrace" && DT=$TMP/dtrace
. tests/run/robust/steady.inc
cat >"$TMP/loop.bash" <<'END'
f() { for ((i = 0; i < 100; i++)); do a[i]=$((i * $1)); done; }
while [ -e "$1" ]; do f 3; read -t 0.001 </dev/null; done
END
"$TRIGGERS/many" run 1000000000 >/dev/null &
many=$!
bash "$TMP/loop.bash" "$TMP/alive" &
bash=$!
wait_for runs $many "$TRIGGERS/many"
wait_for runs $bash "$(command -v bash)"

# killed NAME PID DESCRIPTIONS WORD...: a twelfth of all runs for each moment: up to 150 ms after the start, which
# includes steady tracing, and while dtrace detaches
each=$(((KILLS + 11) / 12))
runs=0
killed() {
	name=$1 victim=$2 clauses=$3
	shift 3
	for moment in start end; do
		seed=$((SEED + runs))
		"$TRIGGERS/kills" $moment 9 $each $seed "$victim" "$DT" "$@" -qp "$victim" -n 'BEGIN { printf("go\n"); }' \
			-n "$clauses" >"$TMP/out"
		bad=$(grep -v "^$each runs$" "$TMP/out")
		grep -q "^$each runs$" "$TMP/out" || bad="it did not end"
		kill -0 "$victim" 2>/dev/null || bad="$bad; the program has died"
		grep -q '^State:[[:space:]]*[SRD]' "/proc/$victim/status" || bad="$bad; $(grep State: "/proc/$victim/status")"
		result "$name-$moment${1:+-$2}" "$bad"
		runs=$((runs + each))
	done
}
killed many $many 'pid$target:many:f1???:entry, pid$target:many:f2???: { @ = count(); }'
killed many $many 'pid$target:many:f1???:entry { @ = count(); }' -x nouprobemulti
killed bash $bash 'pid$target:a.out::entry, pid$target:a.out::return { @ = count(); }'
killed bash $bash 'pid$target:a.out:*a*:entry { @ = count(); }' -x nouprobemulti
killed steady $steady 'pid$target:a.out::, steady$target:::beat { @ = count(); }'
killed steady $steady 'pid$target:a.out::entry, steady$target:::beat { @ = count(); }' -x nouprobemulti
echo "$runs kills"

nothing_left 20
ended no-process "$(readlink -f "$DT")" 100
no_dead_events

# the files can still be traced normally
fires() { [ "$("$DT" -qp "$2" -n "$3"' { exit(0); } tick-10s { exit(3); }' 2>&1 </dev/null; echo $?)" = "$(printf '\n0')" ] ||
	echo "not traced"; }
for name in "many $many pid\$target:many:f1234:entry" "bash $bash pid\$target:a.out:find_variable*:entry" "steady $steady steady\$target:::beat"; do
	# shellcheck disable=SC2086
	result "again-${name%% *}" "$(fires $name)"
done
kill $many
semaphore_is_0
wait 2>/dev/null
