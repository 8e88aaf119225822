#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# @slow
# @timeout 120
# @lock stacks
# Uprobes with one perf event per site, for kernels without uprobe_multi:
# uprobe.c. The kernel needs about 90 ms to remove an event; others that attach
# wait for it, and tests of stacks would lose notices of mappings meanwhile.
. tests/kernel/build.inc
build load
build uprobe
if lacks perf_uprobe; then
	echo "skip uprobe-perf: needs perf_uprobe"
	exit 0
fi
"$TMP/uprobe" perf
