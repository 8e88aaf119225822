#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# args[2]: the file whose pages are written, at io:::start and io:::done; none for anonymous memory.
. tests/run/common.inc

"$TRIGGERS/blocks" 1 "$TMP/direct"
if [ $? = 77 ]; then
	echo "skip names: $TMP takes no direct writes"
	exit
fi
mkdir "$TMP/folder"
fs=$(df --output=fstype "$TMP" | tail -n 1)
cat >"$TMP/names.d" <<'SCRIPT'
#pragma D option quiet
io:::start
/args[2]->fi_name == $$1/
{
	@[basename(args[2]->fi_dirname), args[2]->fi_name, args[2]->fi_fs, args[2]->fi_mount, probename] =
	    sum(args[0]->b_bcount);
	paths[arg0] = args[2]->fi_pathname;
	path = args[2]->fi_pathname;
}
io:::done
/args[2]->fi_name == $$1 && paths[arg0] == args[2]->fi_pathname/
{
	@[basename(args[2]->fi_dirname), args[2]->fi_name, args[2]->fi_fs, args[2]->fi_mount, probename] =
	    sum(args[0]->b_bcount);
}
END { printa("%s %s %s %s %s %@d\n", @); printf("%s\n", path); }
SCRIPT
"$DT" -s "$TMP/names.d" -c "dd if=/dev/zero of=$TMP/folder/written bs=64k count=2 conv=fsync status=none" written \
	>"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
sed -i '/^$/d' "$TMP/out"
# the path begins at the root of the file system
path=$(tail -n 1 "$TMP/out")
case $TMP/folder/written in *"$path") sed -i '$s/.*/PATH/' "$TMP/out" ;; esac
cat >"$TMP/wanted" <<END
folder written $fs <none> done 131072
folder written $fs <none> start 131072
PATH
--
END
same cached $status 0

expect direct 0 -qc "$TRIGGERS/blocks 2 $TMP/direct" -n 'syscall::pwrite64:entry /pid == $target/ { self->writes = 1; }
	syscall::pwrite64:return /self->writes/ { self->writes = 0; }
	io:::start /self->writes && args[0]->b_bcount == 4096/ { @[args[2]->fi_name, args[2]->fi_dirname, args[2]->fi_fs] = sum(0); }' <<'END'

  <none>                                              <none>                                              <none>                                                            0
--
END
