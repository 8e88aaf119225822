#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The part of the tests of <sys/sdt.h> that runs in a few seconds.
FAST=1
export FAST
dir=$(dirname "$0")
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
status=0
for test in languages types site names switches assembler linkers; do
	"$dir/$test.sh" > "$out" || status=1
	sed "s/^\(ok\|not ok\|skip\) /\1 $test-/" "$out"
done
exit $status
