#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Every test of tests/run is in the list of a virtual machine (tests/vm/linux-*.sh) or in tests/vm/left-out; what
# they name is there.
set -u
listed=$(sed -n 's/#.*//; s|[^ 	]*tests/run/|\n&|gp' tests/vm/linux-*.sh | grep -o '^tests/run/[^ \\]*')

# shellcheck disable=SC2086  # words, with patterns
for part in $listed $(sed -n 's|^run/|tests/run/|p' tests/vm/left-out); do
	[ -e "$part" ] || echo "$part is named in tests/vm, and is not there"
	find "$part" -name '*.d' -o -name '*.sh' -perm -u+x
done | sort -u >"$TMP/seen"
find tests/run -name '*.d' -o -name '*.sh' -perm -u+x | sort | comm -23 - "$TMP/seen" >"$TMP/missing"
grep ' is not there$' "$TMP/seen"
sed 's/$/: no virtual machine runs it, and tests\/vm\/left-out has no reason/' "$TMP/missing"
if [ -s "$TMP/missing" ] || grep -q ' is not there$' "$TMP/seen"; then
	echo "not ok guests: see above"
else
	echo "ok guests"
fi
