#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock nfs
# @timeout 900
#
# Operations of the kernel's NFS server, whose client is this machine: each has one start and one done, as often as the
# server counts it (/proc/net/rpc/nfsd); and their contents are compared.
. tests/run/common.inc
. tests/run/module.inc
. tests/run/nfs/server.inc

needs_module operations nfsd
if ! server_made 2>"$TMP/err"; then
	echo "not ok operations: no server: $(cat "$TMP/err")"
	exit
fi

# ---- how many ----
cat >"$TMP/counts.d" <<'SCRIPT'
nfsv3:::,
nfsv4:::
{
	@[probeprov, probename] = count();
}
END
{
	printa("%s %s %@d\n", @);
}
SCRIPT

# counted NAME WORD...: the server's counts while the trigger runs equal the numbers of start and done
counted() {
	name=$1
	shift
	rm -f "$TMP/out"
	"$DT" -qs "$TMP/counts.d" -o "$TMP/out" -c "$TRIGGERS/nfs $*" >"$TMP/counts.$name" 2>"$TMP/err" ||
		echo "exit status $?" >>"$TMP/err"
	[ -s "$TMP/counts.$name" ] || echo 'nothing is counted' >>"$TMP/err"
	awk '{
		op = $2 == "compound" || ($1 == "nfsv4" && $2 == "null") ? $2 : "op-" $2
		print $1, op "-start", $3
		print $1, op "-done", $3
	}' "$TMP/counts.$name" | LC_ALL=C sort >"$TMP/wanted"
	grep -v '^$' "$TMP/out" | LC_ALL=C sort | grep -v cb-recall | diff "$TMP/wanted" - >>"$TMP/err"
	result "$name" "$(cat "$TMP/err")"
}

counted version3 3 "$TMP/mnt"
counted version4 4.0 "$TMP/mnt"
counted later 4.2 "$TMP/mnt"
counted recall recall "$TMP/mnt" /export/given
result recalled "$(grep cb-recall "$TMP/out" | LC_ALL=C sort | tr '\n' ' ' | grep -vx 'nfsv4 cb-recall-done 1 nfsv4 cb-recall-start 1 ')"
counted raw raw
# every operation with arguments or results of its own has occurred
cat runtime/dlib/nfsv3.d runtime/dlib/nfsv4.d | sed -n 's/^typedef struct \([A-Z_]*\)\([34]\)res {$/nfsv\2 \1/p' |
	tr 'A-Z_' 'a-z-' | grep -v cb-recall | LC_ALL=C sort >"$TMP/wanted"
result each "$(cut -d' ' -f 1,2 "$TMP"/counts.* | LC_ALL=C sort -u | comm -23 "$TMP/wanted" -)"

# ---- contents ----
# every member can be read
awk '
/^typedef struct/ {
	type = $3
	provider = type ~ /3(args|res)$/ ? "nfsv3" : "nfsv4"
	way = type ~ /args$/ ? "start" : "done"
	sub(/^nfsv.*/, "", type)
	sub(/[34](args|res)$/, "", type)
	name = tolower(type)
	gsub(/_/, "-", name)
	name = (name ~ /^(compound|cb-recall)$/ ? "" : "op-") name "-" way
}
/^\t[a-z].*;$/ && type != "" && !/ = / {
	member = $NF
	gsub(/[*;]/, "", member)
	texts = texts provider ":::" name " { trace(args[2]->" member "); }\n"
}
/^}/ { type = "" }
END { printf "%s", texts }' runtime/dlib/nfsv3.d runtime/dlib/nfsv4.d >"$TMP/members.d"
"$DT" -e -s "$TMP/members.d" >"$TMP/out" 2>"$TMP/err"
status=$?
result members "$([ "$status" = 0 ] && [ "$(wc -l <"$TMP/members.d")" = 233 ] || { wc -l "$TMP/members.d"; cat "$TMP/err"; })"

cat >"$TMP/fields3.d" <<'SCRIPT'
nfsv3:::op-read-start
{
	self->xid = args[1]->noi_xid;
	@sums["read: bytes wanted"] = sum(args[2]->count);
	@sums["read: offsets"] = sum(args[2]->offset);
	@texts["read-start of", args[1]->noi_curpath] = count();
}
nfsv3:::op-read-done
{
	@sums["read: bytes"] = sum(args[2]->count);
	@sums["read: ends"] = sum(args[2]->eof);
	@sums["read: of another request"] = sum(self->xid != args[1]->noi_xid);
	@texts["read-done of", args[1]->noi_curpath] = count();
	@texts["read-done by", strjoin(args[0]->ci_remote, strjoin(" to ", strjoin(args[0]->ci_local, strjoin(" ", args[0]->ci_protocol))))] = count();
	@sums["read: users"] = sum(args[1]->noi_cred->cr_uid.val);
}
nfsv3:::op-write-start
{
	@sums["write: bytes wanted"] = sum(args[2]->count);
	@sums["write: offsets"] = sum(args[2]->offset);
	@sums["write: unstable"] = sum(args[2]->stable == 0);
}
nfsv3:::op-write-done
{
	@sums["write: bytes"] = sum(args[2]->count);
	@texts["write-done of", args[1]->noi_curpath] = count();
}
nfsv3:::op-create-start { @texts["create", args[2]->name] = count(); }
nfsv3:::op-mkdir-start { @texts["mkdir", args[2]->name] = count(); }
nfsv3:::op-symlink-start { @texts["symlink", args[2]->name] = count(); }
nfsv3:::op-mknod-start { @texts["mknod", strjoin(args[2]->name, lltostr(args[2]->type))] = count(); }
nfsv3:::op-remove-start { @texts["remove", args[2]->name] = count(); }
nfsv3:::op-rmdir-start { @texts["rmdir", args[2]->name] = count(); }
nfsv3:::op-link-start { @texts["link", args[2]->name] = count(); }
nfsv3:::op-rename-start { @texts["rename", strjoin(args[2]->from_name, strjoin(" ", args[2]->to_name))] = count(); }
nfsv3:::op-rename-done { @texts["rename in", args[1]->noi_curpath] = count(); }
/* some clients look up more names; the server has one thread */
nfsv3:::op-lookup-start { name = args[2]->name; }
nfsv3:::op-lookup-done
/name == "none" || name == "given-link"/
{
	@texts[strjoin("lookup ", name), lltostr(args[2]->status)] = count();
}
nfsv3:::op-setattr-start
/args[2]->new_attributes->ia_valid & 1/
{
	@texts["chmod", lltostr(args[2]->new_attributes->ia_mode & 0777, 8)] = count();
}
nfsv3:::op-fsinfo-done
{
	@largest["fsinfo: bytes of a read"] = max(args[2]->rtmax);
}
nfsv3:::op-fsstat-done
{
	@largest["fsstat: bytes"] = max(args[2]->tbytes);
}
END
{
	printa("%s %@d\n", @sums);
	printa("%s %@d\n", @largest);
	printa("%s %s: %@d\n", @texts);
}
SCRIPT
# what NAME WORD...: the sorted output of $TMP/NAME.d while the trigger runs is $TMP/wanted
what() {
	name=$1
	shift
	rm -f "$TMP/out"
	"$DT" -qs "$TMP/$name.d" -o "$TMP/out" -c "$TRIGGERS/nfs $*" >"$TMP/counts" 2>"$TMP/err"
	status=$?
	grep -v '^$' "$TMP/out" | LC_ALL=C sort >"$TMP/got"
	mv "$TMP/got" "$TMP/out"
	same "$name" "$status" 0
}

fs_bytes=$(($(stat -f -c '%b * %S' /export)))
cat >"$TMP/wanted" <<END
chmod 0600: 1
create file: 1
fsinfo: bytes of a read $(cat /proc/fs/nfsd/max_block_size)
fsstat: bytes $fs_bytes
link link: 1
lookup given-link 0: 1
lookup none 2: 1
mkdir dir: 1
mknod fifo7: 1
read-done by 127.0.0.1 to 127.0.0.1 ipv4: 5
read-done of /export/dir/file: 5
read-start of <unknown>: 5
read: bytes 16484
read: bytes wanted 20480
read: ends 1
read: of another request 0
read: offsets 40960
read: users 0
remove fifo: 1
remove link: 1
remove renamed: 1
remove symlink: 1
rename file renamed: 1
rename in /export/dir: 1
rmdir dir: 1
symlink symlink: 1
write-done of /export/dir/file: 7
write: bytes 20490
write: bytes wanted 20490
write: offsets 49152
write: unstable 2
--
END
what fields3 3 "$TMP/mnt"

cat >"$TMP/fields4.d" <<'SCRIPT'
nfsv4:::op-read-start
{
	@sums["read: bytes wanted"] = sum(args[2]->count);
	@sums["read: offsets"] = sum(args[2]->offset);
	@texts["read-start of", args[1]->noi_curpath] = count();
}
nfsv4:::op-read-done { @texts["read is", lltostr(args[2]->status)] = count(); }
nfsv4:::op-write-start
{
	@sums["write: bytes wanted"] = sum(args[2]->data_len);
	@sums["write: offsets"] = sum(args[2]->offset);
	@sums["write: unstable"] = sum(args[2]->stable == 0);
	@texts["write-start of", args[1]->noi_curpath] = count();
}
nfsv4:::op-write-done { @sums["write: bytes"] = sum(args[2]->count); }
nfsv4:::op-open-start
/args[2]->opentype/
{
	@texts["create", args[2]->file] = count();
}
nfsv4:::op-open-done { @sums["open: not done"] = sum(args[2]->status != 0); }
nfsv4:::op-create-start { @texts["create", strjoin(args[2]->objname, lltostr(args[2]->objtype))] = count(); }
nfsv4:::op-remove-start { @texts["remove", args[2]->target] = count(); }
nfsv4:::op-rename-start { @texts["rename", strjoin(args[2]->oldname, strjoin(" ", args[2]->newname))] = count(); }
nfsv4:::op-link-start { @texts["link", args[2]->newname] = count(); }
nfsv4:::op-lookup-start { @texts["lookup", args[2]->objname] = count(); }
nfsv4:::op-lock-start { @sums["lock: bytes"] = sum(args[2]->length); }
nfsv4:::op-lockt-start { @sums["lockt: offset"] = sum(args[2]->offset); }
nfsv4:::op-locku-start { @sums["locku: bytes"] = sum(args[2]->length); }
nfsv4:::op-open-downgrade-start { @sums["open-downgrade: access"] = sum(args[2]->share_access); }
END
{
	printa("%s %@d\n", @sums);
	printa("%s %s: %@d\n", @texts);
}
SCRIPT
cat >"$TMP/wanted" <<'END'
create dir2: 1
create fifo7: 1
create file: 1
create symlink5: 1
link link: 1
lock: bytes 10
lockt: offset 20
locku: bytes 10
lookup given-link: 1
lookup none: 1
open-downgrade: access 1
open: not done 0
read is 0: 5
read-start of /export/dir/file: 5
read: bytes wanted 20480
read: offsets 40960
remove dir: 1
remove fifo: 1
remove link: 1
remove renamed: 1
remove symlink: 1
rename file renamed: 1
write-start of /export/dir/file: 7
write: bytes 20490
write: bytes wanted 20490
write: offsets 49152
write: unstable 2
--
END
what fields4 4.0 "$TMP/mnt"

# ---- requests of our own: all of their members ----
{
	cat <<'SCRIPT'
nfsv4:::null-*
{
	printf("%s %x %s %s\n", probename, args[1]->noi_xid, args[0]->ci_remote, args[0]->ci_local);
}
nfsv4:::compound-start
{
	printf("%s %x by %d %s %d %d %s\n", probename, args[1]->noi_xid, args[1]->noi_cred->cr_uid.val, args[2]->tag,
	    args[2]->minorversion, args[2]->argarray_len, args[1]->noi_curpath);
}
nfsv4:::compound-done
{
	printf("%s %x %s %d %d\n", probename, args[1]->noi_xid, args[2]->tag, args[2]->resarray_len, args[2]->status);
}
nfsv4:::op-lookup-start { printf("%s name %s\n", probename, args[2]->objname); }
nfsv4:::op-secinfo-start { printf("%s name %s\n", probename, args[2]->name); }
nfsv4:::op-renew-start { printf("%s client %x\n", probename, args[2]->clientid); }
nfsv4:::op-verify-start { printf("%s mask %x\n", probename, args[2]->attrmask[0]); }
nfsv4:::op-getfh-done { printf("%s bytes %d\n", probename, args[2]->object == NULL ? 0 : args[2]->object->fh_size); }
SCRIPT
	for op in delegpurge getfh lookup lookupp nverify openattr putpubfh putrootfh renew secinfo verify; do
		cat <<-SCRIPT
			nfsv4:::op-$op-start { printf("%s %x %s\n", probename, args[1]->noi_xid, args[1]->noi_curpath); }
			nfsv4:::op-$op-done { printf("%s %d %s\n", probename, args[2]->status, args[1]->noi_curpath); }
		SCRIPT
	done
} >"$TMP/raw.d"
rm -f "$TMP/out"
"$DT" -qs "$TMP/raw.d" -o "$TMP/out" -c "$TRIGGERS/nfs raw" >"$TMP/counts" 2>"$TMP/err"
status=$?
cat >"$TMP/wanted" <<'END'
null-start 11223344 127.0.0.1 127.0.0.1
null-done 11223344 127.0.0.1 127.0.0.1
compound-start 11223344 by 1234 tagged 0 0 <unknown>
compound-done 11223344 tagged 0 0
compound-start 11223344 by 1234 tagged 99 0 <unknown>
compound-done 11223344 tagged 0 10021
compound-start 11223344 by 1234 tagged 0 2 <unknown>
op-getfh-start 11223344 <unknown>
op-getfh-done bytes 0
op-getfh-done 10020 <unknown>
compound-done 11223344 tagged 1 10020
compound-start 11223344 by 1234 tagged 0 2 <unknown>
op-putpubfh-start 11223344 <unknown>
op-putpubfh-done 0 /export
op-getfh-start 11223344 /export
op-getfh-done bytes 8
op-getfh-done 0 /export
compound-done 11223344 tagged 2 0
compound-start 11223344 by 1234 tagged 0 4 <unknown>
op-putrootfh-start 11223344 <unknown>
op-putrootfh-done 0 /export
op-lookup-start name folder
op-lookup-start 11223344 /export
op-lookup-done 0 /export/folder
op-lookupp-start 11223344 /export/folder
op-lookupp-done 0 /export
op-getfh-start 11223344 /export
op-getfh-done bytes 8
op-getfh-done 0 /export
compound-done 11223344 tagged 4 0
compound-start 11223344 by 1234 tagged 0 2 <unknown>
op-putrootfh-start 11223344 <unknown>
op-putrootfh-done 0 /export
op-verify-start mask 2
op-verify-start 11223344 /export
op-verify-done 0 /export
compound-done 11223344 tagged 2 0
compound-start 11223344 by 1234 tagged 0 2 <unknown>
op-putrootfh-start 11223344 <unknown>
op-putrootfh-done 0 /export
op-nverify-start 11223344 /export
op-nverify-done 10009 /export
compound-done 11223344 tagged 2 10009
compound-start 11223344 by 1234 tagged 0 2 <unknown>
op-putrootfh-start 11223344 <unknown>
op-putrootfh-done 0 /export
op-openattr-start 11223344 /export
op-openattr-done 10004 /export
compound-done 11223344 tagged 2 10004
compound-start 11223344 by 1234 tagged 0 1 <unknown>
op-delegpurge-start 11223344 <unknown>
op-delegpurge-done 10004 <unknown>
compound-done 11223344 tagged 1 10004
compound-start 11223344 by 1234 tagged 0 1 <unknown>
op-renew-start client 102030405060708
op-renew-start 11223344 <unknown>
op-renew-done 10022 <unknown>
compound-done 11223344 tagged 1 10022
compound-start 11223344 by 1234 tagged 0 2 <unknown>
op-putrootfh-start 11223344 <unknown>
op-putrootfh-done 0 /export
op-secinfo-start name folder
op-secinfo-start 11223344 /export
op-secinfo-done 0 /export
compound-done 11223344 tagged 2 0
compound-start 11223344 by 1234 tagged 0 1 <unknown>
compound-done 11223344 tagged 1 10044
null-start 11223344 127.0.0.1 127.0.0.1
null-done 11223344 127.0.0.1 127.0.0.1

--
END
same raw-fields $status 0
server_ended
