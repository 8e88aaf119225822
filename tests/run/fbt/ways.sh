#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 240
#
# A few functions get a program each (fentry, fexit). Large numbers of functions, functions with long clauses or clauses
# that read the stack, and functions that the kernel refuses get kprobes. The results are the same. do_mmap has more
# arguments than registers: before Linux 6.6 its program is loaded and then refused. do_mkdirat is filename_mkdirat in
# Linux 7.
. tests/run/common.inc

has() { "$DT" -x features | grep -q "^$1  *yes"; }

for feature in kprobe fentry; do
	if ! has $feature; then
		echo "skip ways: needs $feature"
		exit 0
	fi
done

cat >"$TMP/ways.d" <<'D'
#pragma D option quiet

fbt::vfs_read:entry /pid == $target && args[2] == 300/ {
	self->in = 1;
	printf("%s %s %d of %s\n", probefunc, probename, args[2], stringof(args[0]->f_path.dentry->d_name.name));
}
fbt::rw_verify_area:entry /self->in/ {
	sym(caller);
	stack(2);
}
fbt::rw_verify_area:return /self->in/ {
	sym(caller);
	stack(1);
}
fbt::vfs_read:return /self->in/ {
	self->in = 0;
	printf("%s %s %d %d, %d\n", probefunc, probename, arg0, arg1, args[1]);
}
fbt::[df]*_mkdirat:entry /pid == $target/ { printf("mkdirat(%d, %s, 0%o)\n", args[0], stringof(args[1]->name), args[2]); }
fbt::do_mmap:entry /pid == $target && args[2] == 0x123000/ {
	self->mapping = 1;
	printf("%s(%d, %d, 0x%x, %d) %s\n", probefunc, arg0, args[1], arg2, args[3], args[7] ? "pointer" : "none");
}
fbt::do_mmap:return /self->mapping/ { self->address = args[1]; }
syscall::mmap:return /self->mapping/ {
	self->mapping = 0;
	printf("mmap gives %s\n", arg1 == self->address ? "the same" : "something else");
}
fbt:loop:loop_control_ioctl:entry /pid == $target/ { printf("%s %x\n", probefunc, args[1]); }
ERROR { printf("error in %d\n", arg2); }
fbt::[df]*_mkdirat:entry /pid == $target/ { trace(*(int *)8); }
D
grep -q '^loop ' /proc/modules || sed -i '/^fbt:loop:/d' "$TMP/ways.d"

run() {
	name=$1
	shift
	"$DT" "$@" -c "$TRIGGERS/kcalls" >"$TMP/$name" 2>"$TMP/$name.err" </dev/null
	status=$?
	sed -i -E 's/\+0x[0-9a-f]+/+OFF/' "$TMP/$name"
	result "$name-status" "$([ $status = 0 ] || { echo "exit status $status"; cat "$TMP/$name.err"; })"
	result "$name-errors" "$(grep -v -e '^dtrace: error on enabled probe ID [0-9]* (ID [0-9]*: fbt:vmlinux:[df][a-z]*_mkdirat:entry): invalid address (0x8) in action #1' -e 'missed firing' "$TMP/$name.err")"
}

run few -s "$TMP/ways.d"
# a clause that never fires makes their number large
run many -s "$TMP/ways.d" -n 'fbt::vfs_r*:entry,fbt::vfs_s*:entry /0/ {}'
run large -s "$TMP/ways.d" -x proginsns=64
for name in many large; do
	result "$name" "$(diff "$TMP/few" "$TMP/$name")"
done
cat >"$TMP/wanted" <<'END'
vfs_read entry 300 of zero
  vmlinux`vfs_read
              vmlinux`rw_verify_area+OFF
              vmlinux`vfs_read+OFF
  vmlinux`vfs_read
              vmlinux`vfs_read+OFF
vfs_read return 0 300, 300
mkdirat(-100, /, 0751)
error in 1
do_mmap(0, 0, 0x123000, 1) pointer
mmap gives the same
loop_control_ioctl 4c82
END
# on this machine a function is entered at its first byte, not after a call
[ "$TEST_MACHINE" != aarch64 ] || sed -i 's/rw_verify_area+OFF/rw_verify_area/' "$TMP/wanted"
result few "$(sed 's/ *$//' "$TMP/few" | grep -v '^$' | diff "$TMP/wanted" -)"

# detects the method: only such programs contain these words
programs() { "$DT" -Sen "$1" 2>&1 | grep -c -e 'get_func_arg()' -e 'get_func_ret()'; }
is() { result "$1" "$([ "$2" = "$3" ] || echo "$2 programs of their own, not $3")"; }
is own "$(programs 'fbt::vfs_read:,fbt::vfs_write: { trace(arg1); }')" 4
is too-many "$(programs 'fbt::vfs_r*: { trace(arg1); }')" 0
is stacks "$(programs 'fbt::vfs_read: { trace(arg1); stack(); }')" 0
is raw "$(programs 'rawfbt::vfs_read: { trace(arg1); }')" 0
# one program for both, because these functions never return
is never-returns "$("$DT" -Sen 'fbt::do_exit:return,fbt::do_group_exit:return {}' 2>&1 | grep -c '^fbt:$')" 1
