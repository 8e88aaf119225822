#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The Makefile itself: on a machine without tools it can be parsed and prints its help, and variants never share
# objects.
set -u

# no compiler, no pkg-config, no bison: parsing must not fail before scripts/deps has printed its report
bin=$TMP/bin
mkdir "$bin"
for tool in sh sed awk make uname nproc find; do
	ln -s "$(command -v $tool)" "$bin/$tool"
done
PATH=$bin make --no-print-directory BUILD="$TMP/none" help >"$TMP/help" 2>&1
status=$?
[ $status -eq 0 ] && echo "ok help-on-a-bare-machine" ||
	{ cat "$TMP/help"; echo "not ok help-on-a-bare-machine: status $status"; }

for target in all demo check check-fast check-arm64 check-all bench fuzz lint fmt install uninstall; do
	grep -Eq "^  $target +[a-z]" "$TMP/help" && echo "ok help-names-$target" ||
		echo "not ok help-names-$target: no line in make help"
done

builds() {
	name=$1 want=$2
	shift 2
	got=$(env -u BUILD make --no-print-directory --eval 'print-build:;@echo $(BUILD)' "$@" print-build)
	[ "$got" = "$want" ] && echo "ok variant-$name" || echo "not ok variant-$name: $got, not $want"
}
unset BUILD CC SAN COV HOSTILE WERROR MAKEFLAGS MFLAGS MAKEOVERRIDES
builds plain build
builds gcc build CC=gcc
builds clang build/clang CC=clang
builds sanitizers build/address-undefined SAN=address,undefined
builds all build/clang-address-cov-hostile CC=/usr/bin/clang SAN=address COV=1 HOSTILE=1
builds own /elsewhere CC=clang BUILD=/elsewhere
builds cross build/arm64 CC=aarch64-linux-gnu-gcc

# programs that run during the build are made for this machine: the build's own programs, or those of another folder
runs() {
	name=$1 want=$2
	shift 2
	got=$(make --no-print-directory --eval 'print:;@echo $(NATIVE) $(AR)' "$@" print)
	[ "$got" = "$want" ] && echo "ok runs-$name" || echo "not ok runs-$name: $got, not $want"
}
runs plain 'build ar'
if [ "$(uname -m)" = aarch64 ]; then
	runs cross 'build/arm64 aarch64-linux-gnu-ar' CC=aarch64-linux-gnu-gcc
elif command -v aarch64-linux-gnu-gcc >/dev/null; then
	runs cross 'build/arm64/native aarch64-linux-gnu-ar' CC=aarch64-linux-gnu-gcc
else
	echo "skip runs-cross: no aarch64-linux-gnu-gcc"
fi
