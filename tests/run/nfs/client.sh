#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock nfs
# @timeout 600
#
# io:nfs:::, data requests of the kernel's NFS client, whose server is this machine: their number and bytes are those
# that the server counts, and their purposes are compared.
. tests/run/common.inc
. tests/run/module.inc
. tests/run/nfs/server.inc

needs_module client nfs
needs_module client nfsd
if ! server_made 2>"$TMP/err"; then
	echo "not ok client: no server: $(cat "$TMP/err")"
	exit
fi

cat >"$TMP/client.d" <<'SCRIPT'
io:nfs::start, io:nfs::done
{
	@requests[args[0]->b_flags & B_READ ? "read" : "write", probename] = count();
	@bytes[args[0]->b_flags & B_READ ? "read" : "write", probename] = sum(args[0]->b_bcount);
	@others["errors"] = sum(args[0]->b_error);
	@others["other devices"] = sum(args[1]->dev_name != "nfs" || args[1]->dev_pathname != "<nfs>" ||
	    args[1]->dev_major != getmajor(args[0]->b_edev) || args[1]->dev_minor != getminor(args[0]->b_edev));
	@files[args[2]->fi_fs, args[2]->fi_name, probename] = count();
}
/* io:::start also fires for disks */
io:::start { @all[args[1]->dev_name == "nfs" ? "nfs" : "others"] = count(); }
io:nfs::start
/args[0]->b_flags & B_PHYS/
{
	@direct[args[0]->b_flags & B_READ ? "read" : "write", args[2]->fi_offset, args[0]->b_blkno] = count();
}
END
{
	printa("requests %s %s %@d\n", @requests);
	printa("bytes %s %s %@d\n", @bytes);
	printa("%s %@d\n", @others);
	printa("files %s %s %s %@d\n", @files);
	printa("all %s %@d\n", @all);
	printa("direct %s %d %d %@d\n", @direct);
}
SCRIPT

server_bytes() { awk '$1 == "io" { print $2, $3 }' /proc/net/rpc/nfsd; }

# traced NAME VERSION: the program's requests of this version of the protocol
traced() {
	rm -f "$TMP/out"
	before=$(server_bytes)
	"$DT" -qs "$TMP/client.d" -o "$TMP/out" -c "$TRIGGERS/nfs $2 $TMP/mnt" >"$TMP/counts" 2>"$TMP/err" ||
		echo "exit status $?" >>"$TMP/err"
	after=$(server_bytes)
	read -r reads writes <<-END
	$(awk '$2 == "read" { r = $3 } $2 == "write" { w = $3 } END { print r + 0, w + 0 }' "$TMP/counts")
	END
	# shellcheck disable=SC2086  # words
	set -- "$1" $before $after
	# the last of its 5 reads ends early
	LC_ALL=C sort >"$TMP/wanted" <<-END
	requests read start $reads
	requests read done $reads
	requests write start $writes
	requests write done $writes
	bytes read start $(($4 - $2 + 4096 - 100))
	bytes read done $(($4 - $2 + 4096 - 100))
	bytes write start $(($5 - $3))
	bytes write done $(($5 - $3))
	errors 0
	other devices 0
	all nfs $((reads + writes))
	direct read 0 0 1
	direct read 4096 8 1
	direct read 8192 16 1
	direct read 12288 24 1
	direct read 16384 32 1
	direct write 0 0 1
	direct write 4096 8 1
	direct write 8192 16 1
	direct write 12288 24 1
	direct write 16384 32 1
	files $(nfs_name "$1") file done $((reads + writes))
	files $(nfs_name "$1") file start $((reads + writes))
	END
	[ "$reads" -ge 5 ] && [ "$writes" -ge 7 ] || echo "the server has $reads reads and $writes writes" >>"$TMP/err"
	grep -v -e '^$' -e '^all others' "$TMP/out" | LC_ALL=C sort | diff "$TMP/wanted" - >>"$TMP/err"
	result "$1" "$(cat "$TMP/err")"
}
nfs_name() { case $1 in version3) echo nfs ;; *) echo nfs4 ;; esac; }
traced version3 3
traced version4 4.0
server_ended
