#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 900
#
# 50 million events, or as many as EVENTS says: the memory of dtrace is flat, and fired = recorded + dropped.
export EVENTS=${EVENTS:-50000000}
exec tests/run/robust/events.sh
