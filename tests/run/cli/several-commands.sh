#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# Several -c: all are held until tracing starts; if it does not start, none of them keeps another waiting. A command
# that has ended costs no CPU time while the others run. A process that is given twice with -p is one.
. tests/run/common.inc

timeout 30 "$DT" -c true -c true -qn 'BEGIN { nothing(); }' >"$TMP/out" 2>&1
status=$?
result error "$([ $status = 1 ] && grep -q nothing "$TMP/out" || echo "exit status $status")"

# cpu_ms: CPU time of the children so far
cpu_ms() {
	times | sed -n '2s/[ms]/ /gp' | awk '{ printf "%d\n", 1000 * (60 * ($1 + $3) + $2 + $4) }'
}
before=$(cpu_ms)
"$DT" -c true -c 'sleep 3' -qn 'syscall::exit_group:entry /pid == $target/ { stack(1); ustack(1); }' >"$TMP/out" 2>&1
used=$(($(cpu_ms) - before))
result idle "$([ $used -lt 1500 ] || echo "$used ms of CPU time in 3 s")"

sleep 1000 &
victim=$!
wait_for runs $victim "$(command -v sleep)"
: >"$TMP/out"
"$DT" -p $victim -p $victim -n 'BEGIN { printf("go\n"); }' -x quiet -v >"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
kill $victim
wait $dtrace
result same-process "$([ "$(grep -c "^dtrace: pid $victim was killed by signal SIGTERM" "$TMP/err")" = 1 ] || cat "$TMP/err")"

# an empty element of PATH, here the last one, is the current folder
printf '#!/bin/sh\necho mine\n' >"$TMP/mine"
chmod +x "$TMP/mine"
(cd "$TMP" && PATH=/nowhere: "$DT" -qn 'BEGIN { }' -c mine >out 2>err </dev/null)
result last-of-path "$(grep -qx mine "$TMP/out" || cat "$TMP/out" "$TMP/err")"
