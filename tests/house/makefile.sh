#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The Makefile itself: it can be read and says what it can do on a machine that has nothing yet, and
# one variant never mixes its objects with another's.
set -u

# no compiler, no pkg-config, no bison: parsing must not fail before scripts/deps has spoken
bin=$TMP/bin
mkdir "$bin"
for tool in sh sed awk make uname nproc find; do
	ln -s "$(command -v $tool)" "$bin/$tool"
done
PATH=$bin make --no-print-directory BUILD="$TMP/none" help >"$TMP/help" 2>&1
status=$?
[ $status -eq 0 ] && echo "ok help-on-a-bare-machine" ||
	{ cat "$TMP/help"; echo "not ok help-on-a-bare-machine: status $status"; }

for target in all demo check check-fast check-all bench fuzz lint fmt install uninstall; do
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
