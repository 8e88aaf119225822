#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# stacks: which name is shown for an address. A function with several names has the plainest, which is also that of its
# pid probe; a versioned name is shown without the version; an assembler function without type and size is shown by the
# label before the address. Numbers have names too (%A), even if the process ended before they are shown. Control
# characters in names are shown as octal numbers.
. tests/run/common.inc

cat >"$TMP/names.cc" <<'END'
#include <sys/syscall.h>
#define FUNC extern "C" __attribute__((noinline, noclone)) long
extern "C" long bare_outer(long);
extern "C" __attribute__((used)) long bare_call(void)
{
	long ret;

	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid), "r"(__builtin_frame_address(0))
			 : "rcx", "r11", "memory");
	return ret;
}
/* both are global, the plain one is weak */
FUNC __plain(long x) { return bare_outer(x) + x; }
extern "C" long plain(long) __attribute__((weak, alias("__plain")));
/* names of the same rank: the shortest is used */
FUNC long_name(long x) { return __plain(x) + x; }
extern "C" long name(long) __attribute__((alias("long_name")));
extern "C" long name64(long) __attribute__((alias("long_name")));
namespace tree { __attribute__((noinline, noclone)) long grow(long x) { return long_name(x) + x; } }
FUNC old_version(long x) { return tree::grow(x) + x; }
FUNC new_version(long x) { return tree::grow(x) + x; }
__asm__(".symver old_version, version@V1\n.symver new_version, version@@V2\n"
	".symver _ZN4tree4growEl, _ZN4tree4growEl@@V2");
__asm__("bare_outer: push %rbp; mov %rsp, %rbp; call bare_inner; pop %rbp; ret\n"
	"bare_inner: push %rbp; mov %rsp, %rbp\n"
	"$d.1: call bare_call\nbare_loop: pop %rbp; ret");
END
cat >"$TMP/main.c" <<'END'
long version(long);
long old_one(long);
__asm__(".symver old_one, version@V1");
int main(int argc, char **argv) { return version(argc) + old_one(argc) == 42; }
END
cat >"$TMP/map" <<'END'
V1 { global: *; };
V2 { global: version; } V1;
END
FLAGS="-O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls"
g++ $FLAGS -fPIC -shared -Wl,-Bsymbolic "-Wl,--version-script=$TMP/map" -o "$TMP/libnames.so" "$TMP/names.cc"
cc $FLAGS -o "$TMP/names" "$TMP/main.c" "$TMP/libnames.so"

# show NAME: the stacks of both calls, and the functions of pid probes
show() {
	test_name=$1
	"$DT" -qx unwindsize=0 -n 'syscall::getppid:entry /pid == $target/ { ustack(8); }' -c "$TMP/names" >"$TMP/out" 2>&1
	"$DT" -qn 'pid$target:libnames.so:*name*:entry,pid$target:libnames.so:*plain:entry {
		printf("%s %A\n", probefunc, uregs[R_PC]); }' -c "$TMP/names" >>"$TMP/out" 2>&1
	sed -E 's/ +$//; /^$/d; s/\+0x[0-9a-f]+/+OFF/g; s/0x[0-9a-f]{4,}/ADDR/g' "$TMP/out" >"$TMP/got"
	if diff -u --label expected --label actual "$TMP/wanted" "$TMP/got"; then
		echo "ok $test_name"
	else
		echo "not ok $test_name"
	fi
}

stack() {
	printf '              %s\n' "libnames.so\`bare_call+OFF" "$@" "libnames.so\`plain+OFF" "libnames.so\`name+OFF" \
		"libnames.so\`tree::grow(long)+OFF" "libnames.so\`version+OFF" "names\`main+OFF"
}
probes() { printf '%s\n' "$@" "$@"; }

{
	stack "libnames.so\`bare_inner+OFF" "libnames.so\`bare_outer+OFF"
	stack "libnames.so\`bare_inner+OFF" "libnames.so\`bare_outer+OFF"
	probes "name libnames.so\`name" "plain libnames.so\`plain"
} >"$TMP/wanted"
show all_symbols

# the same file under another name, which contains a line end and starts a colour on terminals
mv "$TMP/names" "$TMP/$(printf 'na\n\033[7mes')"
ln -s "$(printf 'na\n\033[7mes')" "$TMP/names"
sed -i 's/names`main/na\\012\\033[7mes`main/' "$TMP/wanted"
show control_characters

# an assembler's local labels are removed; code beyond a function of known size has no name
strip "$TMP/libnames.so"
off_object='libnames.so`ADDR'
{
	stack "$off_object" "$off_object"
	stack "$off_object" "$off_object"
	probes "name libnames.so\`name" "plain libnames.so\`plain"
} | sed 's/names`main/na\\012\\033[7mes`main/' >"$TMP/wanted"
show stripped
