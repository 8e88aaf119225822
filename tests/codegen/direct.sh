#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Generated programs, translated to machine code, do the same as in this kernel (direct.c).
. tests/codegen/build.inc
build direct "$TMP/direct" || { echo "not ok direct: it does not compile"; exit 1; }
"$TMP/direct"
