#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# Histograms and stddev() on this kernel (buckets.c).
. tests/codegen/build.inc
build buckets "$TMP/buckets" || { echo "not ok buckets: it does not compile"; exit 1; }
"$TMP/buckets"
