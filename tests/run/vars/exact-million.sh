#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @slow
# @timeout 200
#
# The same as exact.sh, but a million firings each.
set -u
cnt=1000000
. tests/run/vars/exact.inc
