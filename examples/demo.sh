#!/bin/sh
# SPDX-License-Identifier: CC0-1.0
#
# demo.sh: what `make demo` runs once the command is built. From a provider definition to the
# histogram of a running program; each command is shown before it runs. Takes the command from
# $DTRACE (default $BUILD/dtrace, BUILD default build) and writes to $BUILD/demo.
#
# Exit status: 0, or that of the first command that failed; 1 where nothing may be traced.
set -eu
cd "$(dirname "$0")/.."

BUILD=${BUILD:-build}
DTRACE=${DTRACE:-$BUILD/dtrace}
CC=${CC:-gcc}
out=$BUILD/demo
from=examples/order

say() {
	printf '\n%s\n' "$*"
}

run() {
	printf '$ %s\n' "$*"
	"$@"
}

# CAP_PERFMON is bit 38 and CAP_BPF bit 39 of the effective capabilities
may_trace() {
	effective=$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)
	[ $(((0x${effective:-0} >> 38) & 3)) -eq 3 ]
}

mkdir -p "$out"

say "1. The probes are declared in $from/probes.d; a header and an object are made of it."
run "$DTRACE" -h -s $from/probes.d -o "$out/probes.h"
run $CC -O2 -g -Iinclude -I"$out" -c $from/order.c -o "$out/order.o"
run "$DTRACE" -G -s $from/probes.d "$out/order.o" -o "$out/probes.o"
run $CC "$out/order.o" "$out/probes.o" -o "$out/order"

say "2. The program carries its probes: they can be listed without running it."
run "$DTRACE" -l "$out/order"

say "3. A script counts and measures while the program runs."
if ! may_trace; then
	echo "demo: tracing needs root, or the capabilities CAP_BPF and CAP_PERFMON" >&2
	exit 1
fi
run cat $from/reasons.d
run "$DTRACE" -s $from/reasons.d -c "$out/order"
run "$DTRACE" -q -s $from/sizes.d -c "$out/order"
