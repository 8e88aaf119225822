#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 30
#
# usdt: `id` equals the column ID of the same firing: for processes that run when tracing begins, each with a number of
# its own, for one that starts later, and for the children of one.
. tests/run/common.inc

# differing NAME FILE RECORDS: every record of FILE has the same number in the column ID and after "id"
differing() {
	bad=$(awk -v wanted="$3" '$4 == "id" { n++; if ($2 != $5) print "column " $2 ", id " $5 }
		END { if (n != wanted) print n + 0 " records" }' "$2")
	result "$1" "$bad"
}

# began: BEGIN has run, or dtrace has ended
began() { grep -qs " go$" "$TMP/out" || ! kill -0 $dtrace 2>/dev/null; }

# a unique name of fixed length
loop=$(printf id_%07d $$)
cp "$TRIGGERS/loop" "$TMP/$loop"
pids=
for i in 1 2 3 4 5; do
	"$TMP/$loop" 2 "$TMP/start" &
	wait_for runs $! "$TMP/$loop"
	pids="$pids $!"
done
"$DT" -n 'BEGIN { printf("go"); }' -n "loop*:$loop:: { printf(\"id %d of %d\", id, pid); }" \
	-n "loop*:$loop::done /++ends == 6/ { exit(0); }" >"$TMP/out" 2>"$TMP/err" </dev/null &
dtrace=$!
wait_for began
echo >"$TMP/start"
wait $pids
"$TMP/$loop" 3 &
wait $! $dtrace
differing several-processes "$TMP/out" 32
# three probes in each process, each with its number
numbers=$(awk '$4 == "id" { print $5, $7 }' "$TMP/out" | sort -u | wc -l)
distinct=$(awk '$4 == "id" { print $5 }' "$TMP/out" | sort -u | wc -l)
result own-numbers "$([ "$numbers" = 18 ] && [ "$distinct" = 18 ] || echo "$numbers pairs, $distinct numbers")"

forks=$(printf ids_%07d $$)
cp "$TRIGGERS/forks" "$TMP/$forks"
"$DT" -c "$TMP/$forks 2 3" -n "forks*:$forks:: { printf(\"id %d\", id); }" >"$TMP/out" 2>"$TMP/err" </dev/null
differing children "$TMP/out" 9

# a predicate on it, and a group of one probe
"$DT" -c "$TRIGGERS/loop 4" -n 'loop$target:::done { printf("id %d", id); } loop$target:::tick { last = id; }' \
	-n 'loop$target:::tick /id == last/ { printf("id %d", id); }' >"$TMP/out" 2>"$TMP/err" </dev/null
differing one-process "$TMP/out" 5
