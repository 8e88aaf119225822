#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Each successful operation on a file fires once, with the number of bytes read or written and the name of the file;
# operations that fail do not fire.
. tests/run/common.inc

if ! "$DT" -x features | grep -Eq '^fentry  *yes'; then
	"$DT" -n 'fsinfo:::' >"$TMP/out" 2>"$TMP/err" </dev/null
	result reason "$([ $? = 1 ] && grep -q '(its probes are at functions: ' "$TMP/err" || cat "$TMP/err")"
	"$DT" -n fsinfo:::read >"$TMP/out" 2>"$TMP/err" </dev/null
	result reason-one "$([ $? = 1 ] && grep -q '(it is the function vfs_read: ' "$TMP/err" || cat "$TMP/err")"
	echo "skip operations: needs fentry"
	exit
fi
mkdir "$TMP/empty" || exit
cat >"$TMP/operations.d" <<'SCRIPT'
syscall::getppid:return
/pid == $target/
{
	calls++;
}
fsinfo:::
/pid == $target && calls == 1/
{
	@times[probename] = count();
	@bytes[probename] = sum(arg1);
}
fsinfo:::open, fsinfo:::read, fsinfo:::mkdir, fsinfo:::rmdir, fsinfo:::remove, fsinfo:::rename, fsinfo:::link,
fsinfo:::symlink, fsinfo:::readlink, fsinfo:::getattr, fsinfo:::setattr
/pid == $target && calls == 1/
{
	@names[probename, args[0]->fi_name] = count();
}
END
{
	printa("%s %@d %@d\n", @times, @bytes);
	printa("%s %s %@d\n", @names);
}
SCRIPT
"$DT" -qs "$TMP/operations.d" -c "$TRIGGERS/fsops $TMP/empty" >"$TMP/both" 2>"$TMP/err"
status=$?
LC_ALL=C sort "$TMP/both" >"$TMP/out"
LC_ALL=C sort >"$TMP/wanted" <<'END'

close 2 0
getattr 2 0
link 1 0
mkdir 2 0
open 2 0
read 5 190
readdir 2 0
readlink 1 0
remove 2 0
rename 1 0
rmdir 1 0
setattr 2 0
space 1 0
symlink 1 0
write 5 380
getattr file 1
getattr short 1
link file 1
mkdir inner 1
mkdir second 1
open empty 1
open file 1
read file 5
readlink short 1
remove short 1
remove third 1
rename third 1
rmdir second 1
setattr file 1
setattr other 1
symlink short 1
END
echo -- >>"$TMP/wanted"
same operations $status 0
