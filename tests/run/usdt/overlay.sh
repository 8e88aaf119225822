#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
#
# A program on overlayfs whose file was changed after it had started executes a file that can't be opened any more: dtrace
# says so. Programs that began before and after the change are traced. The device of such a file is not the one that
# /proc/PID/maps shows, by which a user without CAP_CHECKPOINT_RESTORE and CAP_SYS_PTRACE finds it.
. tests/run/common.inc

if [ "$1" != inside ]; then
	exec unshare -m sh "$0" inside
fi
mkdir "$TMP/lower" "$TMP/merged" "$TMP/upper"
cat >"$TMP/held.c" <<'END'
#include <stdio.h>
#include <sys/sdt.h>
__attribute__((noinline)) void work(int n) { DTRACE_PROBE1(held, step, n); }
int main(void)
{
	getchar();
	for (int i = 0; i < 5; i++)
		work(i);
	return 0;
}
END
${CC:-gcc} -O1 -I"$root/include" "$TMP/held.c" -o "$TMP/lower/held" || exit 1
if ! { mount -t tmpfs tmpfs "$TMP/upper" && mkdir "$TMP/upper/files" "$TMP/upper/work" && mount -t overlay overlay \
	-o "lowerdir=$TMP/lower,upperdir=$TMP/upper/files,workdir=$TMP/upper/work" "$TMP/merged"; } 2>/dev/null; then
	echo "skip overlay: needs overlayfs"
	exit 0
fi
mkfifo "$TMP/gate"

# begin: the program, held, as $pid
begin() {
	exec 3<>"$TMP/gate"
	"$TMP/merged/held" <"$TMP/gate" 3>&- &
	pid=$!
	wait_for runs "$pid" "$TMP/merged/held"
}

# traced NAME WANTED: what the probes of $pid count, and what is said
traced() {
	: >"$TMP/out"
	$as "$DT" -p "$pid" -qn 'BEGIN { printf("go\n"); } held$target:::step, pid$target:held:work:entry, pid$target:held:work:return
		{ @[probename] = count(); }' >"$TMP/out" 2>"$TMP/err" 3>&- &
	dtrace=$!
	wait_for began
	exec 3>&-
	wait $dtrace
	wait "$pid"
	awk 'NF == 2 { print $1, $2 }' "$TMP/out" | sort >"$TMP/got"
	sed "s|$TMP/||; s/ $pid / PID /" "$TMP/err" | grep -v 'has exited' >>"$TMP/got"
	result "$1" "$(echo "$2" | diff - "$TMP/got")"
}
begin
traced as-it-was 'entry 5
return 5
step 5'
# newer kernels show mappings to those who have CAP_PERFMON
caps=-all,+bpf,+perfmon
as="setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps $caps --ambient-caps $caps --bounding-set $caps"
DT=$TMP/dtrace
install -m 755 "$DTRACE" "$DT"
chmod 755 "$TMP" "$TMP/upper/files"
begin
if $as head -c1 "/proc/$pid/maps" >/dev/null 2>&1; then
	traced as-nobody 'entry 5
return 5
step 5'
else
	exec 3>&-
	wait "$pid"
	echo "ok as-nobody"
fi
as='' DT=$DTRACE
begin
chmod 700 "$TMP/merged/held"
traced changed 'dtrace: merged/held is not probed: process PID executes the copy that the file was before it was changed on overlayfs'
begin
traced started-again 'entry 5
return 5
step 5'
