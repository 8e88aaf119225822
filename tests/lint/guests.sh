#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Every test of tests/run is in the list of a virtual machine (tests/vm/*.sh) or in tests/vm/left-out, and in one
# of an arm64 machine (tests/arm64/*.sh), or in a left-out of either; what they name is there.
set -u

# check FOLDER LEFT-OUT...
check() {
	dir=$1
	shift
	listed=$(sed -n 's/#.*//; s|tests/run/|\n&|gp' "$dir"/*.sh | grep -o "^tests/run/[^ \\']*")
	# shellcheck disable=SC2086  # words, with patterns
	for part in $listed $(sed -n 's|^run/|tests/run/|p' "$@"); do
		[ -e "$part" ] || echo "$part is named in $dir, and is not there"
		find "$part" -name '*.d' -o -name '*.sh' -perm -u+x
	done 2>&1 | sort -u >"$TMP/seen"
	find tests/run -name '*.d' -o -name '*.sh' -perm -u+x | sort | comm -23 - "$TMP/seen" >"$TMP/missing"
	grep ' is not there$' "$TMP/seen"
	sed "s|\$|: no virtual machine of $dir runs it, and its left-out has no reason|" "$TMP/missing"
	if [ -s "$TMP/missing" ] || grep -q ' is not there$' "$TMP/seen"; then
		echo "not ok ${dir#tests/}: see above"
	else
		echo "ok ${dir#tests/}"
	fi
}
check tests/vm tests/vm/left-out
check tests/arm64 tests/vm/left-out tests/arm64/left-out
