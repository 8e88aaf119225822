#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The virtual machines of tests/vm run all tests of tests/run but those in tests/vm/left-out, which are few; every
# test is in the list of an arm64 machine (tests/arm64/*.sh) or in tests/arm64/left-out. What the lists name is there.
set -u
every_test() { find "$@" -name '*.d' -o -name '*.sh' -perm -u+x; }

# verdict NAME: $TMP/bad is empty
verdict() {
	cat "$TMP/bad"
	[ -s "$TMP/bad" ] && echo "not ok $1: see above" || echo "ok $1"
}

# rows LEFT-OUT: each names what is there, and a comment above it, without a blank line between, says why
rows() {
	awk '
	/^#/ { reason = 1; next }
	/^$/ { reason = 0; next }
	!reason { print FILENAME ": no comment says why " $0 " is left out" }' "$1"
	grep -Ev '^(#|$)' "$1" | while read -r path; do
		[ -e "tests/$path" ] || echo "$1: there is no tests/$path"
	done
}

{
	rows tests/vm/left-out
	grep -Evc '^(#|$)' tests/vm/left-out | awk '$1 > 22 { print "tests/vm/left-out: " $1 " rows; no more than 22: let guests run the test" }'
	for guest in tests/vm/linux-*.sh; do
		grep -q "^in_guest [^ ]* '[^']*' run$" "$guest" || echo "$guest: does not run all of tests/run"
	done
} >"$TMP/bad"
verdict vm

listed=$(sed -n 's/#.*//; s|tests/run/|\n&|gp' tests/arm64/*.sh | grep -o "^tests/run/[^ \\']*")
# shellcheck disable=SC2086  # words, with patterns
every_test $listed $(sed -n 's|^run/|tests/run/|p' tests/arm64/left-out) 2>"$TMP/bad" | sort -u >"$TMP/seen"
{
	rows tests/arm64/left-out
	every_test tests/run | sort | comm -23 - "$TMP/seen" |
		sed 's|$|: no arm64 machine runs it, and tests/arm64/left-out has no reason|'
} >>"$TMP/bad"
verdict arm64
