#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# With -x cpu, dtrace runs on that CPU, but the commands of system() and -c run where dtrace was allowed to.
. tests/run/common.inc

allowed='sed -n s/^Cpus_allowed_list:.//p /proc/self/status'
{ $allowed; $allowed; printf '\n--\n'; } >"$TMP/allowed"
expect commands 0 -wqx cpu=0 -n 'BEGIN { system("'"$allowed"'"); }' -c "$allowed" <"$TMP/allowed"
