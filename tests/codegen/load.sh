#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# The kernel accepts the program of every tests/golden/bpf/*.d that compiles, also in the form for kernels that lose
# the bounds of spilled values (-f).
. tests/codegen/build.inc
build dump "$TMP/dump" || { echo "not ok load: it does not compile"; exit 1; }
for file in tests/golden/bpf/*.d; do
	name=${file##*/}
	grep -q '@exit' "$file" && continue
	context=
	grep -q '@args -b' "$file" && context=-b
	for forgets in '' -f; do
		# shellcheck disable=SC2086
		if text=$("$TMP/dump" $context $forgets -l "$file"); then
			echo "ok $name$forgets"
		else
			echo "$text"
			echo "not ok $name$forgets: the kernel refuses it"
		fi
	done
done
