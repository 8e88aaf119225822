#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# tests/run/robust/redzone.sh with ten million calls.
REDZONE_CALLS=10000000
export REDZONE_CALLS
. tests/run/robust/redzone.sh
