#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Variables that several processes change at the same time contain every change.
set -u
cnt=200000
. tests/run/vars/exact.inc
