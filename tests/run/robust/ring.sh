#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# -x bufpolicy=ring: programs overwrite the oldest records, so at the end each CPU has the newest ones, as many as its
# buffer holds and not one less, whatever dtrace does meanwhile. Actions on records are carried out for these. Results
# that need no records (aggregations, ERROR, exit) lose nothing.
. tests/run/common.inc
# names of their own, so that other runs of the programs are not counted
forks=forks_$$ loop=loop_$$
cp "$TRIGGERS/forks" "$TMP/$forks" && cp "$TRIGGERS/loop" "$TMP/$loop" || exit 1
cpus=$(getconf _NPROCESSORS_ONLN)
# one process for each CPU: if two share one, either may be preempted in the middle of a record
children=$((cpus - 1))

# flood COMMAND CLAUSES OPTION...: $TMP/out, $TMP/err and $status
flood() {
	command=$1 clauses=$(printf '%s' "$2" | sed "s/forks\*:::/forks*:$forks::/g; s/loop\*:::/loop*:$loop::/g")
	shift 2
	"$DT" -x bufpolicy=ring -x counts "$@" -qn "$clauses" -c "$command" -Zx "objects=$TMP/$forks:$TMP/$loop" \
		>"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
}

# sums ATTEMPTED DELIVERED: sets $bad unless -x counts reports these numbers and no drops
sums() {
	wanted="dtrace: records: attempted $1 = delivered $2 + overwritten $(($1 - $2)) + dropped 0"
	[ $status = 0 ] && grep -qx "$wanted" "$TMP/err" || bad="$bad status $status, not $wanted: $(cat "$TMP/err")"
}

# rows EACH KEPT: the lines "WHO NUMBER" of each process are its newest KEPT of EACH, in order, merged by time
rows() {
	bad=$(awk -v each="$1" -v kept="$2" -v cpus="$cpus" '
		NF == 2 { if (n[$1]++ && $2 != last[$1] + 1) print "gap at " $0; last[$1] = $2; next }
		NF { print $0 }
		END {
			for (who = 0; who < cpus; who++)
				if (n[who] != kept || last[who] != each - 1)
					print who ": " n[who] " of " kept ", the last is " last[who]
		}' "$TMP/out")
}

# dtrace is stopped from before the first firing until after the last one: many times the content of the buffers
cat >"$TMP/while-stopped" <<END
#!/bin/sh
kill -STOP \$PPID
$TMP/$forks $children 300000
kill -CONT \$PPID
END
chmod +x "$TMP/while-stopped"
for size in 64 1024; do
	flood "$TMP/while-stopped" 'forks*:::work { printf("%d %d\n", arg0, arg1); }' -b ${size}k
	# a record of two numbers is 24 + 16 bytes and the ring's 8
	rows 300000 $((size * 1024 / 48))
	sums $((cpus * 300000)) $((cpus * (size * 1024 / 48)))
	result stopped-dtrace-${size}k "$bad"
done

flood "$TMP/$forks $children 20000" 'forks*:::work { printf("%d %d\n", arg0, arg1); }' -b 4k
rows 20000 85
sums $((cpus * 20000)) $((cpus * 85))
result small-buffers "$bad"

# a size that is not a power of two is rounded down
flood "$TMP/$forks $children 20000" 'forks*:::work { printf("%d %d\n", arg0, arg1); }' -b 15k
rows 20000 170
sums $((cpus * 20000)) $((cpus * 170))
result rounded-down "$bad"

# Clocks interrupt the processes, and write into the same rings (40 bytes each): there are no gaps, and no space that a
# record would fit into is left unused.
flood "$TMP/$forks $children 500000" 'forks*:::work { printf("%d %d %d\n", cpu, arg0, arg1); }
	profile-4999 { printf("%d\n", cpu); @ = count(); }' -b 1m -o "$TMP/data"
bad=$(awk -v cpus="$cpus" '
	NF == 3 { if (n[$2]++ && $3 != last[$2] + 1) print "gap at " $0; last[$2] = $3; bytes[$1] += 56; next }
	NF == 1 && $0 ~ /^[0-9]/ { timers++; bytes[$1] += 40; next }
	NF == 1 { counted = $1 }
	END {
		for (who = 0; who < cpus; who++) {
			if (last[who] != 499999) print who " ends with " last[who]
			if (bytes[who] > 1048576 || bytes[who] + 56 <= 1048576) print bytes[who] " bytes on " who
		}
		if (!timers || timers > counted) print timers " records of the clock, which fired " counted
	}' "$TMP/data")
grep -q '^dtrace: records: attempted \([0-9]*\) = delivered [0-9]* + overwritten [0-9]* + dropped 0$' "$TMP/err" ||
	bad="$bad $(cat "$TMP/err")"
result interrupted "$bad"

# Keys that are added while everything is overwritten, the actions that print them, and END's records are complete.
flood "$TMP/$forks $children 50000" 'forks*:::work { @few[execname, arg0] = count(); @many[arg0, arg1 / 10] = count(); @ = count(); }
	forks*:::work { printf("%d %d\n", arg0, arg1); }
	END { printf("end\n"); printa("few %s %d %@d\n", @few); printa("many %d %d %@d\n", @many); printa("all %@d\n", @);
		printf("last\n"); }' -b 4k
mv "$TMP/out" "$TMP/all" && sed '/^end$/,$d' "$TMP/all" >"$TMP/out"
rows 50000 85
bad="$bad$(sed -n '/^end$/,$p' "$TMP/all" | awk -v cpus="$cpus" -v forks="$forks" '
	NR == 1 || !NF { next }
	$1 == "few" { few += $2 == substr(forks, 1, 15) && $4 == 50000; next }
	$1 == "many" { many += $4 == 10 && !seen[$2, $3]++; next }
	$1 == "all" { all = $2; next }
	$1 == "last" { ended++; next }
	{ print "line " $0 }
	END {
		if (few != cpus || many != cpus * 5000 || all != cpus * 50000 || ended != 1)
			print few " and " many " keys are right, all " all ", last " ended
	}')"
grep -qx 'dtrace: aggregations: dropped 0' "$TMP/err" && ! grep -q ' drops\{0,1\} on CPU' "$TMP/err" ||
	bad="$bad $(cat "$TMP/err")"
result keys-and-END "$bad"

# from here on with one CPU
on_cpu_0="taskset -c 0 $TMP/$loop"

# Not only records: the reported faults are the newest 73 (56 bytes each), and ERROR has counted all.
flood "$on_cpu_0 1000" 'loop*:::tick { trace(*(int *)arg0); } ERROR { @ = count(); } END { printa("%@d\n", @); }' -b 4k
bad=$(diff - "$TMP/out" <<END
1000

END
)
# ten of them as messages, and the last one with the number of those between
said=$(awk '/error on enabled probe/ { n++ } / more like this$/ { n += $(NF - 3) } END { print n }' "$TMP/err")
sed -n 's/^dtrace: error on .*invalid address (0x\([0-9a-f]*\)).*/\1/p' "$TMP/err" >"$TMP/addresses"
awk 'BEGIN { for (i = 927; i < 937; i++) printf "%x\n", i; printf "%x\n", 999 }' | diff - "$TMP/addresses" >"$TMP/diff" || bad="$bad $(cat "$TMP/diff")"
grep -qx "dtrace: faults: attempted 1000 = delivered $said + overwritten $((1000 - said)) + dropped 0" "$TMP/err" ||
	bad="$bad $(tail -n 3 "$TMP/err")"
result faults "$bad"

# the newest, in their order, and not before the end
flood "$on_cpu_0 1000" 'loop*:::tick { system("echo did %d", arg0); } END { printf("end\n"); }' -wb 4k
bad=$({ seq -f 'did %g' 898 999; printf 'end\n\n'; } | diff - "$TMP/out")
result actions "$bad"

# for a speculation, too: 84 records of 48 bytes, and the record of the commit of 40
flood "$on_cpu_0 1000" 'loop*:::tick /arg0 == 0/ { self->id = speculation(); }
	loop*:::tick { speculate(self->id); printf("%d\n", arg0); } loop*:::tick /arg0 == 999/ { commit(self->id); }' \
	-b 4k -x specsize=1m
bad=$({ seq 916 999; echo; } | diff - "$TMP/out")
result speculation "$bad"

# exit() ends the run, its record is not overwritten; the command is not waited for
flood "$on_cpu_0 20000" 'loop*:::tick { printf("%d\n", arg0); } loop*:::tick /arg0 == 5000/ { exit(3); } END { printf("end\n"); }' -b 4k
# the record of exit() takes 40 bytes, like theirs
bad=$({ seq 4900 5000; printf 'end\n\n'; } | diff - "$TMP/out")
[ $status = 3 ] || bad="$bad status $status"
result exit "$bad"
