#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Eight threads each fill a speculation at the same time; half of them are committed. Exactly their records
# are printed, those of each thread together and in order.
. tests/run/common.inc
threads=8 steps=2000

"$DT" -q -x nspec=$threads -x cleanrate=1ms -x counts -c "$TRIGGERS/rounds $threads 1 $steps" -n '
BEGIN { printf("ids %d %d %d %d", speculation(), speculation(), speculation(), speculation()); }
BEGIN { printf(" %d %d %d %d\n", speculation(), speculation(), speculation(), speculation()); }
rounds$target:::step { speculate(arg0 + 1); printf("%d %d\n", arg0, arg2); }
rounds$target:::finish /arg2 == 1/ { commit(arg0 + 1); }
rounds$target:::finish /arg2 == 0/ { discard(arg0 + 1); }
' >"$TMP/out" 2>"$TMP/err"
result status "$([ $? = 0 ] || cat "$TMP/err")"
result ids "$([ "$(head -n 1 "$TMP/out")" = 'ids 1 2 3 4 5 6 7 8' ] || head -n 1 "$TMP/out")"
sed 1d "$TMP/out" | awk -v steps=$steps -v threads=$threads '
NF == 0 { next }
$1 % 2 == 0 { print "thread " $1 " was discarded: " $0; bad = 1; exit }
step == 0 { thread = $1; seen[thread]++ }
$1 != thread || $2 != step { print "wanted " thread " " step ", have " $0; bad = 1; exit }
{ step = (step + 1) % steps; cnt++ }
END {
	for (i = 1; i < threads && !bad; i += 2)
		if (seen[i] != 1)
			print "thread " i " came " seen[i] + 0 " times"
	if (!bad && cnt != steps * threads / 2)
		print cnt " records"
}' >"$TMP/why"
result exactly-the-committed-records "$(head -n 3 "$TMP/why")"
# the speculated records, the commits and the two of BEGIN
total=$((threads * steps + threads / 2 + 2))
grep -q "^dtrace: records: attempted $total = delivered $total + dropped 0\$" "$TMP/err"
result accounts "$([ $? = 0 ] || grep records: "$TMP/err")"

# rounds of eight threads, each with an id of its own; every second round is kept
rounds=300 steps=5
"$DT" -q -x nspec=$((threads * rounds)) -c "$TRIGGERS/rounds $threads $rounds $steps" -n '
rounds$target:::start { self->id = speculation(); }
rounds$target:::start { speculate(self->id); printf("%d %d start\n", arg0, arg1); }
rounds$target:::step { speculate(self->id); printf("%d %d %d\n", arg0, arg1, arg2); }
rounds$target:::finish /arg2/ { commit(self->id); }
rounds$target:::finish /!arg2/ { discard(self->id); }
' >"$TMP/out" 2>"$TMP/err"
result rounds-status "$([ $? = 0 ] && [ ! -s "$TMP/err" ] || cat "$TMP/err")"
awk -v steps=$steps -v rounds=$rounds -v threads=$threads '
NF == 0 { next }
$3 == "start" {
	if (step != 0) { print "before the end: " $0; bad = 1; exit }
	thread = $1; round = $2; step = 1
	if ((thread + round) % 2 == 0) { print "was discarded: " $0; bad = 1; exit }
	if (seen[thread, round]++) { print "twice: " $0; bad = 1; exit }
	cnt++
	next
}
$1 != thread || $2 != round || $3 != step - 1 { print "out of order: " $0; bad = 1; exit }
{ step = (step + 1) % (steps + 1) }
END { if (!bad && cnt != rounds * threads / 2) print cnt " rounds" }' "$TMP/out" >"$TMP/why"
result exactly-the-kept-rounds "$(head -n 3 "$TMP/why")"
