#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Each example builds with its own Makefile, runs untraced as documented, and contains the expected sites.
set -u
. tests/examples/make_example.inc

# Each distinct site as PROVIDER:NAME ARGUMENT-COUNT, with or without a semaphore
sites() {
	readelf -n "$1" 2>/dev/null | awk '
	$1 == "Provider:" { provider = $2 }
	$1 == "Name:" { name = $2 }
	/Semaphore:/ { sema = $NF ~ /^0x0*$/ ? "bare" : "guarded" }
	$1 == "Arguments:" { print provider ":" name, NF - 1, sema }' | sort -u
}

# check EXAMPLE FILE OUTPUT SITE...
check() {
	example=$1 file=$2 output=$3
	shift 3
	make_example "$example"
	[ "$(./"$example" | head -n 1)" = "$output" ] && echo "ok $example-runs" ||
		echo "not ok $example-runs: $(./"$example" 2>&1 | head -n 1)"
	printf '%s\n' "$@" >wanted
	if sites "$file" | diff wanted - >diff; then
		echo "ok $example-sites"
	else
		cat diff
		echo "not ok $example-sites: other sites than it should have"
	fi
	make clean >make.log 2>&1
	left=$(find . -name '*.o' -o -name '*.so' -o -name probes.h -o -name "$example" -type f)
	[ -z "$left" ] && echo "ok $example-cleans" || echo "not ok $example-cleans: left $left"
	cd "$root" || exit 1
}

check order order '4505 orders accepted, 495 rejected, 5667818 cents traded' \
	'order:accept 6 guarded' 'order:book 2 guarded' 'order:reject 3 guarded'
check cache cache 'numbers: 3207 hits of 4000' \
	'cache:evict 2 guarded' 'cache:get 3 guarded' 'cache:run__done 3 guarded'
check words libwords.so '13 different words' \
	'words:add 3 guarded' 'words:table__grow 2 guarded'
check fast fast '500000 pieces, 256306942 bytes' \
	'fast:alloc 2 guarded' 'fast:refill 2 guarded' 'fast:release 2 guarded'

# the other compiler has no complaints either
if command -v clang++ >/dev/null; then
	for example in order cache words fast; do
		(CC=clang CXX=clang++ make_example $example) && echo "ok $example-clang"
	done
else
	echo "skip clang: needs clang++"
fi

# the same without any site, and therefore without an object to link
make_example order
${CC:-gcc} $strict -DNDTRACE -I. order.c -o bare >make.log 2>&1 && [ -z "$(sites bare)" ] &&
	[ "$(./bare)" = "$(./order)" ] && echo "ok order-NDTRACE" ||
	echo "not ok order-NDTRACE: $(head -n 1 make.log) $(sites bare | head -n 1)"
