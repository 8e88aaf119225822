#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# @slow
# @timeout 120
# Uprobes by one perf event per site, as kernels without uprobe_multi need
# them: uprobe.c. Each event takes the kernel about 90 ms to remove.
. tests/kernel/build.inc
build load
build uprobe
if lacks perf_uprobe; then
	echo "skip uprobe-perf: needs perf_uprobe"
	exit 0
fi
"$TMP/uprobe" perf
