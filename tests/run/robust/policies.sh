#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# -x bufpolicy: `fill' keeps the oldest and `ring' the newest records of each CPU, exactly as many as the buffer
# holds and without gaps; the other records are counted.
. tests/run/common.inc
# names of their own, so that other runs of the programs are not counted
forks=forks_$$ loop=loop_$$
cp "$TRIGGERS/forks" "$TMP/$forks" && cp "$TRIGGERS/loop" "$TMP/$loop" || exit 1

# row FIRST LAST: prints the numbers from FIRST to LAST
row() { seq "$1" "$2"; }
# counts ATTEMPTED REST: the lines of -x counts about records
records='dtrace: records: attempted'
rest='dtrace: faults: attempted 0 = delivered 0'

# on_one NAME CLAUSES OPTION...: loop fires 1000 times on CPU 0; $TMP/out, and $TMP/err without the lines about clauses
on_one() {
	name=$1 clauses=$(printf '%s' "$2" | sed "s/loop\*:::/loop*:$loop::/g")
	shift 2
	"$DT" "$@" -x counts -x cpu=0 -q -c "taskset -c 0 $TMP/$loop 1000" -Zx "objects=$TMP/$loop" -n "$clauses" \
		>"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	sed -i '/^dtrace: \(clause\|aggregations\|memory\)/d' "$TMP/err"
}

# The first full buffer ends the run, possibly before all firings: the number of later ones becomes N.
sums_of_fill() {
	said=$(sed -n 's/^dtrace: \([0-9]*\) drops\{0,1\} on CPU 0$/\1/p' "$TMP/err")
	sed -i -e "s/^\(dtrace:\) $said drops\{0,1\} on/\1 N drops on/" \
		-e "s/^\($records\) $(($1 + said)) = delivered $1 + dropped $said\$/\1 ALL = delivered $1 + dropped N/" "$TMP/err"
}

# a record of one int is 24 + 4 bytes and the ring's 8: 40 of the 4096
on_one fill 'loop*:::tick { printf("%d\n", arg0); } END { printf("end\n"); }' -x bufpolicy=fill -b 4k
{
	row 0 101
	printf 'end\n\n--\n'
	echo "dtrace: N drops on CPU 0"
	echo "$records ALL = delivered 103 + dropped N"
	echo "$rest + dropped 0"
} >"$TMP/wanted"
sums_of_fill 103
same fill $status 0

on_one ring 'loop*:::tick { printf("%d\n", arg0); } END { printf("end\n"); }' -x bufpolicy=ring -b 4k
{
	row 898 999
	printf 'end\n\n--\n'
	echo "$records 1001 = delivered 103 + overwritten 898 + dropped 0"
	echo "$rest + overwritten 0 + dropped 0"
} >"$TMP/wanted"
same ring $status 0

# A buffer that is more than half full does not wake dtrace, which would wake again and again: it sleeps to the end.
for _ in $(seq 60); do
	echo 'BEGIN { trace(7); }'
done >"$TMP/most.d"
for policy in fill ring; do
	under_strace -qq -e trace=poll,ppoll -o "$TMP/polls" "$DT" -x bufpolicy=$policy -b 4k -x switchrate=1h -q -c 'sleep 0.3' \
		-s "$TMP/most.d" >"$TMP/out" 2>"$TMP/err" </dev/null
	bad=$(grep -c poll "$TMP/polls" | awk '$1 > 20 { print $1 " times awake" }')
	[ "$(tr -d '\n' <"$TMP/out")" = "$(printf '%060d' 0 | tr 0 7)" ] || bad="$bad $(cat "$TMP/out" "$TMP/err")"
	result sleeps-$policy "$bad"
done

# a buffer that never fills keeps everything
on_one roomy 'loop*:::tick { printf("%d\n", arg0); }' -x bufpolicy=fill -b 64k
{
	row 0 999
	printf '\n--\n'
	echo "$records 1000 = delivered 1000 + dropped 0"
	echo "$rest + dropped 0"
} >"$TMP/wanted"
same fill-roomy $status 0

# Records of 40 and of 296 bytes alternate, 336 per pair: after 24 pairs a small one fits, its large one does not, and
# the small one after that, which would fit, is not kept.
on_one holes 'loop*:::tick { printf("%d\n", arg0); } loop*:::tick { printf("%d %s\n", arg0, copyinstr(arg2)); }' \
	-x bufpolicy=fill -b 8k
{
	row 0 24 | awk '{ split("red green blue", colour); print $1; if ($1 < 24) print $1, colour[$1 % 3 + 1] }'
	printf '\n--\n'
	echo "dtrace: N drops on CPU 0"
	echo "$records ALL = delivered 49 + dropped N"
	echo "$rest + dropped 0"
} >"$TMP/wanted"
sums_of_fill 49
same fill-without-holes $status 0

# Two CPUs and a million records: the newest 1365 of each CPU are kept (48 of 65536 bytes each), or the oldest.
flood() {
	"$DT" -x bufpolicy=$1 -b 64k -x counts -qn "forks*:$forks::work { printf(\"%d %d\n\", arg0, arg1); }" \
		-c "$TMP/$forks 1 500000" -Zx "objects=$TMP/$forks" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
}
cpus=$(getconf _NPROCESSORS_ONLN)
kept=$((65536 / 48))
flood ring
# On one CPU a process can be preempted while it writes a record, and the other one then fills the ring (docs/limits.md).
said=$(awk '/ drops? on CPU / { n += $2 } END { print n + 0 }' "$TMP/err")
bad=$(awk -v cpus="$cpus" -v kept=$kept -v said="$said" '
	NF == 2 { if (n[$1]++ && $2 != last[$1] + 1 && !said) print "gap at " $0; last[$1] = $2; next }
	NF { print $0 }
	END {
		if (said && cpus > 1) print said " drops"
		for (who = 0; who < 2; who++)
			if (last[who] != 499999 && cpus > 1) print who " ends with " last[who]
		if (cpus > 1 && (n[0] != kept || n[1] != kept)) print n[0] " and " n[1] " of " kept
		if (cpus == 1 && n[0] + n[1] != kept) print n[0] + n[1] " of " kept
	}' "$TMP/out")
all=$((cpus > 1 ? 2 * kept : kept))
grep -q "^dtrace: records: attempted 1000000 = delivered $all + overwritten $((1000000 - all - said)) + dropped $said\$" "$TMP/err" ||
	bad="$bad $(cat "$TMP/err")"
result ring-of-two "$bad"

# The first full buffer ends the run without waiting for the command, which may not have fired all its probes.
flood fill
bad=$(awk -v kept=$kept '
	NF == 2 { if ($2 != n[$1]++) print "gap at " $0; next }
	NF { print $0 }
	END { if (n[0] != kept && n[1] != kept && n[0] + n[1] != kept) print n[0] " and " n[1] ": no buffer of " kept " is full" }' "$TMP/out")
said=$(awk '/ drops? on CPU / { n += $2 } END { print n + 0 }' "$TMP/err")
lines=$(grep -c . "$TMP/out")
grep -q "^dtrace: records: attempted $((lines + said)) = delivered $lines + dropped $said\$" "$TMP/err" ||
	bad="$bad $lines lines, $said drops: $(cat "$TMP/err")"
result fill-of-two "$bad"
