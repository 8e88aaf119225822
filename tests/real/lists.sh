#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# `dtrace -l FILE` of programs and libraries of this distribution lists the same probes as `readelf -n`.
. tests/real/real.inc

for file in /usr/bin/python3.11 /usr/lib/postgresql/15/bin/postgres /usr/lib/*/libstdc++.so.6; do
	name=${file##*/}
	if [ -r "$file" ]; then
		list_equals_readelf "$name" "$file"
	else
		echo "skip $name: needs $file"
	fi
done
