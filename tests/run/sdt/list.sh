#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
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
		args[1]: int
		args[2]: int
		args[3]: unsigned long
		args[4]: unsigned long

--
END

expect none 1 -n 'rawtp:::no_such_tracepoint' <<'END'
--
dtrace: invalid probe specifier rawtp:::no_such_tracepoint: probe description rawtp:::no_such_tracepoint does not match any probes
  rawtp:::no_such_tracepoint
  ^~~~~~~~~~~~~~~~~~~~~~~~~~
END

expect fields 0 -lvn 'sdt:sched::sched_switch,sdt:sched::sched_process_exec' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4        sdt             sched                                   sched_switch

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: ISA

	Argument Types
		args[0]: char [16]
		args[1]: pid_t
		args[2]: int
		args[3]: long
		args[4]: char [16]
		args[5]: pid_t
		args[6]: int

    5        sdt             sched                                   sched_process_exec

	Probe Description Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: Unknown

	Argument Attributes
		Identifier Names: Private
		Data Semantics:   Private
		Dependency Class: ISA

	Argument Types
		args[0]: string
		args[1]: pid_t
		args[2]: pid_t

--
END

expect outside 1 -n 'sdt:sock::inet_sock_set_state { trace(args[10][0]); trace(args[11]); }' <<'END'
--
dtrace: invalid probe specifier sdt:sock::inet_sock_set_state { trace(args[10][0]); trace(args[11]); }: in action list: index 11 is out of range for sdt:sock::inet_sock_set_state args[ ]
  sdt:sock::inet_sock_set_state { trace(args[10][0]); trace(args[11]); }
                                                            ^~~~~~~~
END

# the used argument must have the same type in all probes; one error per clause
expect different 1 -n 'sdt:sched::sched_switch,sdt:sched::sched_process_exec { trace(args[1]); trace(args[2]); trace(args[0]); }' <<'END'
--
dtrace: invalid probe specifier sdt:sched::sched_switch,sdt:sched::sched_process_exec { trace(args[1]); trace(args[2]); trace(args[0]); }: in action list: args[ ] may not be referenced because the probes of sdt:sched::sched_switch have different arguments
  sdt:sched::sched_switch,sdt:sched::sched_process_exec { trace(args[1]); trace(args[2]); trace(args[0]); }
                                                                                ^~~~~~~
END

# every sdt probe is a rawtp probe of the same group; some rawtp probes are not trace events
"$DT" -l -P sdt | awk 'NR > 1 { print $3, $4 }' | sort >"$TMP/sdt"
"$DT" -l -P rawtp | awk 'NR > 1 { print $3, $4 }' | sort >"$TMP/rawtp"
comm -23 "$TMP/sdt" "$TMP/rawtp" >"$TMP/odd"
result subset "$(cat "$TMP/odd")"
comm -13 "$TMP/sdt" "$TMP/rawtp" | grep -v '^vmlinux ' >"$TMP/odd"
result groups "$(cat "$TMP/odd")"
result many "$([ "$(wc -l <"$TMP/sdt")" -gt 500 ] || echo "only $(wc -l <"$TMP/sdt")")"

# all at once: each fork of the family is counted, whatever else happens. Tracepoints that fire inside another program
# are reported as missed
"$DT" -qn 'rawtp::: /pid == $target && probename == "sched_process_fork"/ { @ = count(); }' -c "$TRIGGERS/family" >"$TMP/out" 2>"$TMP/err"
result all "$(tr -d ' \n' <"$TMP/out" | grep -vx 5; grep -Ev '^dtrace: [0-9]+ missed firings? ' "$TMP/err")"

# ending many probes whose fields are used takes long
"$DT" -l -P sdt | awk 'NR > 1 && NR <= 65 { printf "%ssdt:%s::%s", (NR > 2 ? ", " : ""), $3, $4 }' >"$TMP/events"
expect many-fields 0 -qn "$(cat "$TMP/events") { @ = sum(arg0); } BEGIN { exit(0); } END { clear(@); trunc(@); }" <<'END'

--
dtrace: arguments of 64 sdt probes are used: at the end the kernel needs about 3 s to detach them (rawtp probes are detached at once)
END
