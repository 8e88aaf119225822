#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Uprobes with one link per file: uprobe.c.
. tests/kernel/build.inc
build load
build uprobe
if lacks uprobe_multi; then
	echo "skip uprobe-multi: needs uprobe_multi"
	exit 0
fi
"$TMP/uprobe" multi
