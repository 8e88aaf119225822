#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# @slow
# @timeout 120
# @waits
# Uprobes with one perf event per site, for kernels without uprobe_multi:
# uprobe.c. The kernel needs about 90 ms to remove an event.
. tests/kernel/build.inc
build load
build uprobe
if lacks perf_uprobe; then
	echo "skip uprobe-perf: needs perf_uprobe"
	exit 0
fi
"$TMP/uprobe" perf
