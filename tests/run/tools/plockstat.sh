#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# plockstat: its tables, without times; a number of rows; stacks; the exit status.
. tests/run/common.inc
${CC:-cc} -O2 -no-pie -pthread tests/run/plockstat/takes.c -o "$TMP/takes" || exit 1
export DTRACE

# rows WORD...: prints TITLE: COUNT CALLER for the program's own rows, and for errors their number
rows() {
	tools/programs/plockstat "$@" >"$TMP/shown" 2>"$TMP/err"
	status=$?
	awk '
	/^(Mutex|R\/W) / { title = $0 }
	/^ *[0-9]/ && !/ld-linux/ { sub(/^[^`]*`/, "", $4); print title ": " $1, title ~ /errors/ ? $2 " " $4 : $4 }
	' "$TMP/shown" | LC_ALL=C sort >"$TMP/out"
}

rows "$TMP/takes"
cat >"$TMP/wanted" <<'END'
Mutex block: 1 lock_unlock
Mutex block: 1 wait_cond
Mutex block: 5 lock_unlock
Mutex block: 5 lock_unlock
Mutex block: 5 lock_unlock
Mutex errors: 1 1 main
Mutex errors: 1 1 main
Mutex errors: 1 1 main
Mutex errors: 1 1 main
Mutex errors: 2 35 main
Mutex errors: 3 1 main
Mutex errors: 3 110 timed
Mutex unsuccessful block: 3 timed
R/W errors: 2 35 main
R/W errors: 4 110 timed_rw
R/W reader block: 2 read_lock
R/W unsuccessful block: 4 timed_rw
R/W writer block: 3 write_lock
--
END
same contention $status 0

rows -H "$TMP/takes"
grep -E '(Mutex hold: (103|7) |R/W)' "$TMP/out" >"$TMP/some"
mv "$TMP/some" "$TMP/out"
cat >"$TMP/wanted" <<'END'
Mutex hold: 103 main
Mutex hold: 7 jump_out
R/W reader hold: 1 main
R/W reader hold: 2 read_lock
R/W reader hold: 3 main
R/W writer hold: 1 main
R/W writer hold: 2 main
R/W writer hold: 2 main
R/W writer hold: 3 write_lock
--
END
same hold $status 0

rows -C -n 1 -s 2 "$TMP/takes"
result rows "$(sort "$TMP/out" | uniq -c | awk '{ cnt++ } END { if (NR != 7) print NR " tables" }')"
result stacks "$(grep -q 'takes`timed_rw+0x' "$TMP/shown" || cat "$TMP/shown")"

printf '#include <unistd.h>\nint main(int argc, char **argv) { return argc != 2 || argv[1][0] != 39 || argv[1][1] != 32; }\n' >"$TMP/word.c"
${CC:-cc} "$TMP/word.c" -o "$TMP/word" || exit 1
tools/programs/plockstat "$TMP/word" "' x" >"$TMP/shown" 2>"$TMP/err"
result words "$(cat "$TMP/shown" "$TMP/err" | grep . )"

tools/programs/plockstat -p 99999999 >"$TMP/out" 2>"$TMP/err"
status=$?
cat >"$TMP/wanted" <<'END'
--
dtrace: failed to grab pid PID: No such process
END
same process $status 1
