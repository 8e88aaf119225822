#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# stacks: names of C++ and Rust functions, in frames, keys and formats, and unchanged with -x mangled.
. tests/run/common.inc

cat >"$TMP/names.c" <<'END'
#include <sys/syscall.h>
#define FUNC __attribute__((noinline, noclone)) long
long v0(long) __asm__("_RNvNtCs1234_7mycrate3foo3bar");
long legacy(long) __asm__("_ZN4core3fmt5write17h0123456789abcdefE");
long method(long) __asm__("_ZNK4tree4NodeIiE4walkERKSs");
long cloned(long) __asm__("_ZN4tree4growEl.constprop.0");
long broken(long) __asm__("_ZN4tree");
FUNC v0(long x)
{
	long ret;

	__asm__ volatile("syscall" : "=a"(ret) : "0"(SYS_getppid), "r"(__builtin_frame_address(0))
			 : "rcx", "r11", "memory");
	return ret + x;
}
FUNC legacy(long x) { return v0(x + 1) + x; }
FUNC method(long x) { return legacy(x * 3) - x; }
FUNC cloned(long x) { return method(x * 5) - x; }
FUNC broken(long x) { return cloned(x * 7) - x; }
int main(int argc, char **argv) { return broken(argc) == 42; }
END
$CC -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -o "$TMP/names" "$TMP/names.c"

# show NAME OPTION...
show() {
	test_name=$1
	cat >"$TMP/wanted"
	shift
	"$DT" -q "$@" -c "$TMP/names" -n 'syscall::getppid:entry /pid == $target/ {
		ustack(5); @f[ufunc(uregs[R_PC])] = count(); printf("%A\n", uaddr(uregs[R_PC])); }
		END { printa("%A %@d\n", @f); }' 2>&1 </dev/null | sed -E -e 's/\+0x[0-9a-f]+/+OFF/g' -e 's/ +$//' >"$TMP/got"
	if diff -u --label expected --label actual "$TMP/wanted" "$TMP/got"; then
		echo "ok $test_name"
	else
		echo "not ok $test_name"
	fi
}

show readable <<'END'

              names`mycrate::foo::bar+OFF
              names`core::fmt::write+OFF
              names`tree::Node<int>::walk(std::string const&) const+OFF
              names`tree::grow(long) [clone .constprop.0]+OFF
              names`_ZN4tree+OFF
names`mycrate::foo::bar+OFF
names`mycrate::foo::bar 1

END

show mangled -x mangled <<'END'

              names`_RNvNtCs1234_7mycrate3foo3bar+OFF
              names`_ZN4core3fmt5write17h0123456789abcdefE+OFF
              names`_ZNK4tree4NodeIiE4walkERKSs+OFF
              names`_ZN4tree4growEl.constprop.0+OFF
              names`_ZN4tree+OFF
names`_RNvNtCs1234_7mycrate3foo3bar+OFF
names`_RNvNtCs1234_7mycrate3foo3bar 1

END
