#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Events without a probe, and reasons for missing probes: the module is not loaded, or functions can't be probed.
. tests/run/common.inc

expect transfers 1 -n 'iscsi:::xfer-start' <<'END'
--
dtrace: invalid probe specifier iscsi:::xfer-start: probe description iscsi:::xfer-start does not match any probes (these are RDMA transfers on iSER connections, which this provider does not see: see fbt:ib_isert:isert_rdma_*:entry)
  iscsi:::xfer-start
  ^~~~~~~~~~~~~~~~~~
END

if [ ! -d /sys/module/iscsi_target_mod ]; then
	expect missing 1 -n 'iscsi:::' <<'END'
--
dtrace: invalid probe specifier iscsi:::: probe description iscsi::: does not match any probes (they are functions of the module iscsi_target_mod, which is not loaded: modprobe iscsi_target_mod)
  iscsi:::
  ^~~~~~~~
END
	expect guide 1 -n 'iscsi*:::scsi-command' <<'END'
--
dtrace: invalid probe specifier iscsi*:::scsi-command: probe description iscsi*:::scsi-command does not match any probes (they are functions of the module iscsi_target_mod, which is not loaded: modprobe iscsi_target_mod)
  iscsi*:::scsi-command
  ^~~~~~~~~~~~~~~~~~~~~
END
elif ! has_kprobes; then
	"$DT" -n 'iscsi*:::nop-send' >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	grep -q '(it is the function iscsit_xmit_pdu of the module iscsi_target_mod: .*kprobe.*; see rawtp:::target_sequencer_start and rawtp:::target_cmd_complete, of its SCSI commands)' "$TMP/err"
	result unprobed "$([ "$status $?" = "1 0" ] || cat "$TMP/err")"
	"$DT" -l -n rawtp:::target_sequencer_start -n rawtp:::target_cmd_complete >"$TMP/out" 2>&1
	result instead "$([ "$(grep -c ' target_' "$TMP/out")" = 2 ] || cat "$TMP/out")"
else
	"$DT" -l -P iscsi >"$TMP/out" 2>&1
	result list "$([ "$(grep -c ' iscsi ' "$TMP/out")" = 16 ] || cat "$TMP/out")"
fi
