#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# The kernel accepts the program of every tests/golden/bpf/*.d that compiles.
. tests/codegen/build.inc
build dump "$TMP/dump" || { echo "not ok load: it does not compile"; exit 1; }
for file in tests/golden/bpf/*.d; do
	name=${file##*/}
	grep -q '@exit' "$file" && continue
	context=
	grep -q '@args -b' "$file" && context=-b
	# shellcheck disable=SC2086
	if text=$("$TMP/dump" $context -l "$file"); then
		echo "ok $name"
	else
		echo "$text"
		echo "not ok $name: the kernel refuses it"
	fi
done
