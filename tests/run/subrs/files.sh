#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# fds[], getf(), d_path(), cwd, root, progenyof(): compared with /proc/self/fd of the process itself.
. tests/run/common.inc

cat >"$TMP/files.d" <<'D'
kin$target:::here
{
	printf("%s\n%s\n%s\n%s\n%s\n", fds[arg0].fi_pathname, fds[arg1].fi_pathname, fds[arg2].fi_pathname,
	    fds[arg3].fi_pathname, fds[arg4].fi_pathname);
}
kin$target:::here
{
	printf("%s|%s|%s|%d|%x\n", fds[arg1].fi_name, fds[arg1].fi_dirname, fds[arg1].fi_mount,
	    fds[arg1].fi_offset, fds[arg1].fi_oflags & (O_ACCMODE | O_APPEND));
}
kin$target:::here
{
	printf("%s|%s|%s\n", cwd, root, d_path(&getf(arg4)->f_path));
}
kin$target:::here
{
	printf("%s|%s|%d|%d\n", fds[-1].fi_name, fds[1 << 30].fi_pathname, fds[-5].fi_offset,
	    getf(77) == NULL);
}
kin$target:::here { printf("%s %s\n", fds[arg2].fi_fs, fds[arg3].fi_fs); }
kin*:::child
{
	printf("%d%d%d%d%d%d\n", progenyof(arg0) != 0, progenyof($target) != 0, progenyof(pid) != 0,
	    progenyof(1) != 0, progenyof(arg1) != 0, progenyof(-1) != 0);
}
D

mount_of() { df --output=target "$1" | tail -n 1; }

# files NAME FOLDER WORKDIR ROOT COMMAND
files() {
	name=$1 folder=$2 inside=$3 itsroot=$4 mounted=$5
	shift 5
	mkdir -p "$folder/a/b c"
	: >"$folder/a/b c/made"
	"$DT" -q -x objects="$TRIGGERS/kin" -s "$TMP/files.d" -c "$*" >"$TMP/got" 2>"$TMP/err" </dev/null
	status=$?
	{
		cat "$TMP/named"
		echo "made|$inside/a/b c|$mounted|3|402"
		echo "$inside|$itsroot|$inside/a"
		echo "<none>|<none>|0|1"
		echo "pipefs sockfs"
		echo 111100
		echo
	} >"$TMP/wanted"
	if [ $status -ne 0 ]; then cat "$TMP/err"; fi
	cat "$TMP/err" >>"$TMP/got"
	if [ $status -eq 0 ] && diff -u "$TMP/wanted" "$TMP/got" >"$TMP/diff"; then
		echo "ok $name"
	else
		echo "not ok $name: exit status $status"
		cat "$TMP/diff"
	fi
}

here=$(readlink -f "$TMP")
files own "$here/w" "$here/w" / "$(mount_of "$here")" "$TRIGGERS/kin $here/w $here/named"
