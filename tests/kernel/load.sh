#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Maps, rings, program loading and messages of runtime/kernel on this kernel: load.c.
. tests/kernel/build.inc
build load
"$TMP/load"
