#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Records, faults, scratch slots and states on this kernel (record.c).
. tests/codegen/build.inc
build record "$TMP/record" || { echo "not ok record: it does not compile"; exit 1; }
"$TMP/record"
