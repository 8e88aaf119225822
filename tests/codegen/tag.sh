#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Tags, guards, conditions and arguments of tracepoint programs on this kernel (tag.c).
. tests/codegen/build.inc
build tag "$TMP/tag" || { echo "not ok tag: it does not compile"; exit 1; }
"$TMP/tag"
