#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock iscsi
#
# PDUs of an iSCSI target: their number, bytes, tags, sequence numbers and flags are those that our own initiator has
# sent and received; their number is that of the target's statistics; and their contents are compared.
. tests/run/common.inc
. tests/run/module.inc
. tests/run/iscsi/target.inc

needs_module pdus iscsi_target_mod
if ! target_made 2>"$TMP/err"; then
	echo "not ok pdus: no target: $(cat "$TMP/err")"
	exit
fi

cat >"$TMP/pdus.d" <<'SCRIPT'
iscsi:::
{
	@pdus[probename] = count();
	@bytes[probename] = sum(args[1]->ii_datalen);
	@fields[probename] = sum((uint64_t)args[1]->ii_itt + args[1]->ii_ttt + args[1]->ii_cmdsn + args[1]->ii_statsn +
	    args[1]->ii_datasn + args[1]->ii_flags);
}
END
{
	printa("%s %@d %@d %@d\n", @pdus, @bytes, @fields);
}
SCRIPT

# session NAME STATS MODE: compares with the initiator's report of what it has sent and received
session() {
	rm -f "$TMP/out"
	"$DT" -qs "$TMP/pdus.d" -o "$TMP/out" -c "$TRIGGERS/iscsi $port $iqn $2 $3" >"$TMP/initiator" 2>"$TMP/err"
	grep -q '^session ' "$TMP/initiator" || echo 'the initiator has failed' >>"$TMP/err"
	grep -- - "$TMP/initiator" | LC_ALL=C sort >"$TMP/wanted"
	grep -- - "$TMP/out" | LC_ALL=C sort | diff "$TMP/wanted" - >>"$TMP/err"
	result "$1" "$(cat "$TMP/err")"
}

# counted STATISTIC PROBE COLUMN: a statistic of the target equals the number of the probe's PDUs (2) or bytes (3)
counted() {
	wanted=$(sed -n "s/^$1 //p" "$TMP/initiator")
	got=$(grep "^$2 " "$TMP/out" | cut -d' ' -f "$3")
	[ "$got" = "$wanted" ] || echo "$2: $got, $1: $wanted"
}

session plain "$stats" plain
cat >"$TMP/kinds" <<'END'
data-receive 25 101376
data-request 10 0
data-send 18 51308
login-command 2 391
login-response 2 287
logout-command 1 0
logout-response 1 0
nop-receive 6 24
nop-send 6 24
scsi-command 14 1024
scsi-response 6 0
task-command 1 0
task-response 1 0
text-command 2 74
text-response 2 134
END
result kinds "$(cut -d' ' -f 1-3 "$TMP/wanted" | diff "$TMP/kinds" -)"
result counted "$(
	counted cmd_pdus scsi-command 2
	counted rsp_pdus scsi-response 2
	counted txdata_octs data-send 3
	counted rxdata_octs data-receive 3
)"
# a second connection is lost
session lost "$stats" drop
result told "$(grep -q '^async-send 1 ' "$TMP/out" || cat "$TMP/out")"
# a session that asks for the list of targets
session discovery - plain

# ---- contents ----
cat >"$TMP/fields.d" <<'SCRIPT'
iscsi:::
/!seen[probename]++/
{
	printf("%s: %s > %s %s %s %s len %d lun %d ttt %d cmdsn %d datasn %d flags %x\n", probename,
	    args[1]->ii_initiator, args[1]->ii_target, args[1]->ii_isid, args[1]->ii_transport, args[0]->ci_protocol,
	    args[1]->ii_datalen, args[1]->ii_lun, (int)args[1]->ii_ttt, args[1]->ii_cmdsn, args[1]->ii_datasn,
	    args[1]->ii_flags);
	session = strtoll(args[1]->ii_tsih);
}
iscsi:::
/args[0]->ci_local != "127.0.0.1" || args[0]->ci_remote != "127.0.0.1"/
{
	printf("%s: from %s to %s\n", probename, args[0]->ci_remote, args[0]->ci_local);
}
iscsi:::scsi-command
{
	@[args[2]->ic_cdb[0], args[2]->ic_cdb[8], args[2]->ic_len] = count();
}
END
{
	printf("session %d\n", session);
	printa("command %x of %d blocks in %d bytes: %@d\n", @);
}
SCRIPT
rm -f "$TMP/out"
"$DT" -qs "$TMP/fields.d" -o "$TMP/out" -c "$TRIGGERS/iscsi $port $iqn $stats plain" >"$TMP/initiator" 2>"$TMP/err"
status=$?
session=$(sed -n 's/^session //p' "$TMP/initiator")
LC_ALL=C sort "$TMP/out" >"$TMP/got"
mv "$TMP/got" "$TMP/out"
names='iqn.2026-11.example:here > iqn.2026-11.example:disk 801234560078 sockets ipv4'
cat >"$TMP/wanted" <<END

command 0 of 0 blocks in 16 bytes: 1
command 12 of 0 blocks in 16 bytes: 3
command 28 of 20 blocks in 16 bytes: 5
command 2a of 40 blocks in 16 bytes: 5
data-receive: $names len 4096 lun 5 ttt 8 cmdsn 0 datasn 0 flags 0
data-request: $names len 0 lun 5 ttt 8 cmdsn 1009 datasn 0 flags 80
data-send: $names len 36 lun 5 ttt 0 cmdsn 1001 datasn 0 flags c1
login-command:  >  801234560078 sockets ipv4 len 110 lun 0 ttt -1 cmdsn 1000 datasn 0 flags 81
login-response: $names len 62 lun 0 ttt -1 cmdsn 1000 datasn 0 flags 81
logout-command: $names len 0 lun 0 ttt -1 cmdsn 1023 datasn 0 flags 80
logout-response: $names len 0 lun 0 ttt -1 cmdsn 1024 datasn 0 flags 80
nop-receive: $names len 4 lun 0 ttt -1 cmdsn 1014 datasn 0 flags 80
nop-send: $names len 4 lun 0 ttt -1 cmdsn 1015 datasn 0 flags 80
scsi-command: $names len 0 lun 5 ttt -1 cmdsn 1000 datasn 0 flags c1
scsi-response: $names len 0 lun 5 ttt -1 cmdsn 1009 datasn 0 flags 80
session $session
task-command: $names len 0 lun 5 ttt 18193 cmdsn 1022 datasn 0 flags 81
task-response: $names len 0 lun 5 ttt -1 cmdsn 1023 datasn 0 flags 80
text-command: $names len 37 lun 0 ttt -1 cmdsn 1020 datasn 0 flags 80
text-response: $names len 67 lun 0 ttt -1 cmdsn 1021 datasn 0 flags 80
--
END
same fields $status 0
