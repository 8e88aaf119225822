#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Aggregations, their keys, and strings on this kernel (aggregate.c).
. tests/codegen/build.inc
build aggregate "$TMP/aggregate" || { echo "not ok aggregate: it does not compile"; exit 1; }
"$TMP/aggregate"
