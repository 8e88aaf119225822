#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# All tracepoints: types of the arguments, the whole list at once, enabling all of them.
. tests/run/common.inc

expect types 0 -lv -n 'rawtp:::signal_deliver,sdt:signal::signal_deliver' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4      rawtp            signal                                   signal_deliver

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: ISA

	Argument Types
		args[0]: int
		args[1]: struct kernel_siginfo *
		args[2]: struct k_sigaction *

    5        sdt            signal                                   signal_deliver

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: ISA

	Argument Types
		args[0]: int
		args[1]: struct kernel_siginfo *
		args[2]: struct k_sigaction *

--
END

expect none 1 -n 'rawtp:::no_such_tracepoint' <<'END'
--
dtrace: invalid probe specifier rawtp:::no_such_tracepoint: probe description rawtp:::no_such_tracepoint does not match any probes
  rawtp:::no_such_tracepoint
  ^~~~~~~~~~~~~~~~~~~~~~~~~~
END

# every sdt probe is a rawtp probe of the same group; some rawtp probes are no trace events
"$DT" -l -P sdt | awk 'NR > 1 { print $3, $4 }' | sort >"$TMP/sdt"
"$DT" -l -P rawtp | awk 'NR > 1 { print $3, $4 }' | sort >"$TMP/rawtp"
comm -23 "$TMP/sdt" "$TMP/rawtp" >"$TMP/odd"
result subset "$(cat "$TMP/odd")"
comm -13 "$TMP/sdt" "$TMP/rawtp" | grep -v '^vmlinux ' >"$TMP/odd"
result groups "$(cat "$TMP/odd")"
result many "$([ "$(wc -l <"$TMP/sdt")" -gt 500 ] || echo "only $(wc -l <"$TMP/sdt")")"

# all at once: each of the family's forks is there, whatever else happens. Tracepoints inside the program of others are
# told as missed
"$DT" -qn 'rawtp::: /pid == $target && probename == "sched_process_fork"/ { @ = count(); }' -c "$TRIGGERS/family" >"$TMP/out" 2>"$TMP/err"
result all "$(tr -d ' \n' <"$TMP/out" | grep -vx 5; grep -Ev '^dtrace: [0-9]+ missed firings? ' "$TMP/err")"
