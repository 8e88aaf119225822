#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# A private PostgreSQL (in $TMP, on a Unix socket there, without autovacuum): pgbench's statements by their
# first word, enabled before the server's processes exist; the arguments of a checkpoint.
. tests/real/real.inc

. tests/real/postgres.inc

# the server was started before dtrace, but its backends do not exist yet
printf '#!/bin/sh\nexec %s/pgbench -n -c 4 -t 50\n' $BIN >"$TMP/bench"
chmod +x "$TMP/bench"
"$DT" -q -o "$TMP/data" -c "$TMP/bench" -n 'postgresql*:postgres::query-start { @[copyinstr(arg0, 6)] = count(); }
	postgresql*:postgres::query-start { @start = count(); } postgresql*:postgres::query-done { @done = count(); }
	postgresql*:postgres::transaction-commit { @commit = count(); }
	END { printa("%s|%@d\n", @); printa("start %@d\n", @start); printa("done %@d\n", @done);
	printa("commit %@d\n", @commit); }' >"$TMP/printed" 2>"$TMP/err"
status=$?
sed '/^$/d' "$TMP/data" | LC_ALL=C sort >"$TMP/out"
# pgbench's own statements: two that look for its tables; a transaction for each of these, and one for each of
# its five connections
LC_ALL=C sort >"$TMP/wanted" <<'END'
BEGIN;|200
END;|200
INSERT|200
SELECT|200
UPDATE|600
select|2
start 1402
done 1402
commit 207
END
echo -- >>"$TMP/wanted"
same statements $status 0

# a checkpoint: NBuffers is a variable of the server, and the operand is the address of its symbol
printf '#!/bin/sh\nexec %s/psql -q -c checkpoint\n' $BIN >"$TMP/checkpoint"
chmod +x "$TMP/checkpoint"
expect checkpoint 0 -c "$TMP/checkpoint" -qn 'postgresql*:::checkpoint-done { printf("NBuffers %d\n", arg1); }' <<'END'
NBuffers 1501

--
END

# enabled before any process of the server exists: the server starts, works for pgbench, and is stopped. Its file is
# found by name (-x objects), and, in a second run, because it is on PATH
as_user $BIN/pg_ctl -D "$DIR/own/data" -w stop >"$TMP/stopped" 2>&1 || cat "$TMP/stopped"
cat >"$TMP/server" <<END
#!/bin/sh
exec >"$TMP/server.log" 2>&1
run() { setpriv --reuid=$user --regid=$(id -g $user) --clear-groups env HOME=$DIR/own "\$@"; }
run $start && $BIN/pgbench -n -c 4 -t 50
run $BIN/pg_ctl -D $DIR/own/data -w stop
END
chmod +x "$TMP/server"
cat >"$TMP/wanted" <<'END'
BEGIN;|200
END;|200
INSERT|200
SELECT|200
UPDATE|600
backends 5
done 1402
select|2
start 1402
--
END
SCRIPT='int seen[pid_t]; postgresql*:postgres::query-start { @[copyinstr(arg0, 6)] = count(); @start = count(); }
	postgresql*:postgres::query-done { @done = count(); }
	postgresql*:postgres::query-start /!seen[pid]/ { seen[pid] = 1; @backends = count(); }
	END { printa("%s|%@d\n", @); printa("start %@d\n", @start); printa("done %@d\n", @done);
	printa("backends %@d\n", @backends); }'
for how in named on-path; do
	rm -f "$TMP/data"
	case $how in
	named) "$DT" -q -o "$TMP/data" -x objects=$BIN/postgres -c "$TMP/server" -n "$SCRIPT" >"$TMP/printed" 2>"$TMP/err" ;;
	on-path) PATH=$BIN:$PATH "$DT" -qZ -o "$TMP/data" -c "$TMP/server" -n "$SCRIPT" >"$TMP/printed" 2>"$TMP/err" ;;
	esac
	status=$?
	sed '/^$/d' "$TMP/data" | LC_ALL=C sort >"$TMP/out"
	same "before-the-server-$how" $status 0
done
