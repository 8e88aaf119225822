#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 300
#
# pgslow: statements of a private PostgreSQL, by both protocols; a failed one is not shown, nor counted into the next one.
. tests/run/tools/common.inc
. tests/real/postgres.inc

cat >"$TMP/statements" <<END
#!/bin/sh
$BIN/psql -q -o /dev/null <<'SQL' 2>/dev/null
SELECT pg_sleep(0.05), 1;
SELECT 1 / 0, pg_sleep(0.05);
SELECT pg_sleep(0.06), 2;
SELECT no_such_column, 3;
INSERT INTO pgbench_history (tid) SELECT 7 FROM pg_sleep(0.05);
SQL
$BIN/pgbench -n -M extended -t 3 -f "$TMP/script" >/dev/null 2>&1
$BIN/psql -q -o /dev/null -c 'SELECT 4; SELECT pg_sleep(0.05), 5;'
END
echo 'SELECT pg_sleep(0.07), 6;' >"$TMP/script"
chmod +x "$TMP/statements"

# each time is at least the sleep, and most of it is in EXECUTE
slept() {
	awk -v sleep="$1" -v text="$2" '
	index($0, text) { n++; if ($2 < sleep || $5 < sleep || $2 < $5) bad = bad " " $0 }
	END { print n + 0 bad }' "$TMP/out"
}

tool_during server "$TMP/statements" pgslow -m 40 -p "$(head -n 1 "$DIR/own/data/postmaster.pid")"
result simple "$([ "$(slept 50 'SELECT pg_sleep(0.05), 1;'),$(slept 60 'SELECT pg_sleep(0.06), 2;')" = 1,1 ] || { echo "not as often, or not so long"; cat "$TMP/out"; })"
result prepared "$([ "$(slept 70 'SELECT pg_sleep(0.07), 6;')" = 3 ] &&
	[ "$(awk '/pg_sleep\(0.07\)/ && $3 == "-" && $4 == "-"' "$TMP/out" | wc -l)" = 3 ] || { echo "not as often, or not so long"; cat "$TMP/out"; })"
result several "$([ "$(slept 50 'SELECT 4; SELECT pg_sleep(0.05), 5;')" = 1 ] || { echo "not as often, or not so long"; cat "$TMP/out"; })"
result changes "$([ "$(slept 50 'INSERT INTO pgbench_history (tid)')" = 1 ] || { echo "not as often, or not so long"; cat "$TMP/out"; })"
result failed "$(grep -E '1 / 0|no_such' "$TMP/out")"

tool_during name "$TMP/statements" pgslow -m 40 -n nobody
result other-name "$(sed 1d "$TMP/out" | grep .)"
