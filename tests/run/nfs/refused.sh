#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Reasons why these probes are missing: the module is not loaded, or functions can't be probed.
. tests/run/common.inc

if [ ! -d /sys/module/nfsd ]; then
	expect version3 1 -n 'nfsv3:::op-read-start' <<'END'
--
dtrace: invalid probe specifier nfsv3:::op-read-start: probe description nfsv3:::op-read-start does not match any probes (they are functions of the module nfsd, which is not loaded: modprobe nfsd)
  nfsv3:::op-read-start
  ^~~~~~~~~~~~~~~~~~~~~
END
	expect version4 1 -n 'nfsv4:::op-*-done' <<'END'
--
dtrace: invalid probe specifier nfsv4:::op-*-done: probe description nfsv4:::op-*-done does not match any probes (they are tracepoints of the module nfsd, which is not loaded: modprobe nfsd)
  nfsv4:::op-*-done
  ^~~~~~~~~~~~~~~~~
END
	expect all 1 -n 'nfsv3:::' <<'END'
--
dtrace: invalid probe specifier nfsv3:::: probe description nfsv3::: does not match any probes (they are functions of the module nfsd, which is not loaded: modprobe nfsd)
  nfsv3:::
  ^~~~~~~~
END
elif ! has_kprobes; then
	"$DT" -n 'nfsv3:::op-read-start' >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	grep -q '(it is the function nfsd3_proc_read of the module nfsd: .*kprobe.*; see rawtp:::nfsd_compound, rawtp:::nfsd_read_start and the other tracepoints of nfsd)' "$TMP/err"
	result unprobed "$([ "$status $?" = "1 0" ] || cat "$TMP/err")"
	"$DT" -l -n rawtp:::nfsd_compound -n rawtp:::nfsd_read_start >"$TMP/out" 2>&1
	result instead "$([ "$(grep -c ' nfsd_' "$TMP/out")" = 2 ] || cat "$TMP/out")"
else
	"$DT" -l -P nfsv3 >"$TMP/out" 2>&1
	result list3 "$([ "$(grep -c ' nfsv3 ' "$TMP/out")" = 44 ] || cat "$TMP/out")"
	"$DT" -l -P nfsv4 >"$TMP/out" 2>&1
	result list4 "$([ "$(grep -c ' nfsv4 ' "$TMP/out")" = 152 ] || cat "$TMP/out")"
fi
