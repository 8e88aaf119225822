#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 900
#
# 50 million events, or EVENTS of them: the memory of dtrace does not grow, and fired = recorded + dropped.
export EVENTS=${EVENTS:-50000000}
exec tests/run/robust/events.sh
