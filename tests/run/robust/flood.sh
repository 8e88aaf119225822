#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# A flood of printf() from two processes on two CPUs: what is printed and what is said to be dropped is what was
# fired, exactly; once with room enough, once with buffers that must overflow, and once while timers interrupt
# them and record on the same CPU's ring. FIRINGS: of each process.
. tests/run/common.inc
EACH=${FIRINGS:-200000}
ALL=$((2 * EACH))
# a name of its own, so that other runs of the program are not counted
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks" || exit 1

# flood NAME OPTION...
flood() {
	name=$1
	shift
	"$DT" -x counts "$@" -c "$TMP/$forks 1 $EACH" -o "$TMP/data" -qn "forks*:$forks::work { printf(\"%d %d\n\", arg0, arg1); }
		forks*:$forks::work { @ = count(); }" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	awk -v all=$ALL -v each=$EACH -v status=$status -v name="$name" '
	function complain(text) { bad = bad " " text }
	FILENAME ~ /data$/ && /^[01] [0-9]+$/ {
		lines++
		if ($2 < next_of[$1]) complain("line " FNR ": " $0 " is not behind " next_of[$1])
		next_of[$1] = $2 + 1
		next
	}
	FILENAME ~ /data$/ && /^ +[0-9]+$/ { counted = $1; next }
	FILENAME ~ /data$/ && NF { complain("line " FNR ": " $0) }
	/^dtrace: [0-9]+ drops? on CPU [0-9]+$/ { said += $2; next }
	/^dtrace: clause 1 in program/ { entered = field("entered"); completed = field("completed"); next }
	/^dtrace: records: / { attempted = field("attempted"); delivered = field("delivered"); dropped = field("dropped"); next }
	/^dtrace: faults: attempted 0 = delivered 0 \+ dropped 0$/ { next }
	/^dtrace: (clause 2|aggregations: dropped 0|memory of the kernel: )/ { next }
	FILENAME ~ /err$/ { complain($0) }
	function field(word,   i) { for (i = 1; i < NF; i++) if ($i == word) return $(i + 1) }
	END {
		if (status) complain("exit status " status)
		if (counted != all) complain("counted " counted)
		if (entered != all || attempted != all) complain("entered " entered " attempted " attempted)
		if (delivered != lines) complain("delivered " delivered ", printed " lines)
		if (said != dropped) complain("said drops " said ", dropped " dropped)
		if (lines + dropped != all) complain("printed " lines " + dropped " dropped " is not " all)
		if (name == "small-buffers" && !dropped) complain("nothing was dropped: no test of drops")
		print name ": printed " lines + 0 ", dropped " dropped + 0
		print (bad == "" ? "ok " name : "not ok " name ":" bad)
	}' "$TMP/data" "$TMP/err"
	rm -f "$TMP/data"
}
flood default-buffers
flood small-buffers -b 4k

# interrupted: nothing is dropped, and records of the timer do not damage those of the processes
"$DT" -x counts -x bufsize=64m -c "$TMP/$forks 1 $EACH" -o "$TMP/data" -qn "forks*:$forks::work { printf(\"%d %d\n\", arg0, arg1); }
	profile-4999 { printf(\"timer\n\"); @timer = count(); }" >"$TMP/out" 2>"$TMP/err" </dev/null
awk -v all=$ALL '
	FILENAME ~ /data$/ && /^[01] [0-9]+$/ { lines++; wrong += $2 != next_of[$1]; next_of[$1] = $2 + 1; next }
	FILENAME ~ /data$/ && $0 == "timer" { timers++; next }
	FILENAME ~ /data$/ && /^ +[0-9]+$/ { counted = $1; next }
	FILENAME ~ /data$/ && NF { wrong++ }
	/^dtrace: records: / { sums = $0 }
	END {
		good = "dtrace: records: attempted " all + timers " = delivered " all + timers " + dropped 0"
		if (lines == all && !wrong && timers && timers == counted && sums == good)
			print "ok interrupted"
		else
			print "not ok interrupted: " lines + 0 " lines, " wrong + 0 " wrong, " timers + 0 " of the timer, counted " counted "; " sums
	}' "$TMP/data" "$TMP/err"
