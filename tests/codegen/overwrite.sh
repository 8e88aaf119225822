#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Rings that overwrite, and writers that were preempted in them, on this kernel (overwrite.c).
. tests/codegen/build.inc
build overwrite "$TMP/overwrite" || { echo "not ok overwrite: it does not compile"; exit 1; }
"$TMP/overwrite"
