#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# args: each description of a clause is looked up once, before the clause is checked, whether the program is only
# checked (-e) or traced, and however often it uses args[]; the probes found then are enabled. A clause that uses args[]
# through inlines is split like one that uses it directly.
. tests/run/common.inc

# steps WORD...: the lookups of dtrace, the numbers of matches, and its messages
steps() {
	"$DT" -x debug "$@" 2>&1 | sed -n -E 's/^dtrace DEBUG [0-9.]+: ((looking|compiled).*) *$/\1/p; /^dtrace: /p'
}

# once NAME PROGRAM: standard input is the expected lookups, both when checked and when traced
once() {
	{ cat; echo "compiled 1 programs, N files of the library"; } >"$TMP/wanted"
	sed "1i looking for :::BEGIN: 1 probes" "$TMP/wanted" >"$TMP/traced"
	steps -e -n "$2" | sed -E 's/[0-9]+ files/N files/' >"$TMP/got"
	result "$1" "$(diff "$TMP/wanted" "$TMP/got")"
	steps -qn "BEGIN { exit(0); } $2" | sed -E 's/[0-9]+ files/N files/' >"$TMP/got"
	result "$1-traced" "$(diff "$TMP/traced" "$TMP/got")"
}

# matched NAME PROGRAM COUNT: COUNT probes in all, over the clauses that the clause is split into
matched() {
	"$DT" -n "$2"' BEGIN { exit(0); }' 2>&1 | sed -n -E "s/^dtrace: .* matched ([0-9]+) probes?$/\1/p" >"$TMP/got"
	result "$1" "$(echo "$3" | diff - "$TMP/got")"
}

once uses 'tcp:::send { @[args[2]->ip_daddr] = count(); }' <<'END'
looking for tcp:::send: 1 probes
END
once many-uses 'tcp:::send { @[args[2]->ip_daddr, args[2]->ip_saddr, args[4]->tcp_sport] = count(); trace(args[4]->tcp_dport); }' <<'END'
looking for tcp:::send: 1 probes
END
once other-reading 'tcp::send { @[args[2]->ip_daddr] = count(); }' <<'END'
looking for :tcp::send: 1 probes
END
once descriptions 'tcp:::send,tcp:::receive,udp:::send { @[args[2]->ip_daddr] = count(); }' <<'END'
looking for tcp:::send: 1 probes
looking for tcp:::receive: 1 probes
looking for udp:::send: 1 probes
END
once inlines 'inline int port = args[4]->tcp_sport; inline int twice = port + port;
	tcp:::send,tcp:::connect-established { @[twice] = count(); }' <<'END'
looking for tcp:::send: 1 probes
looking for tcp:::connect-established: 1 probes
END
once split 'tcp:::connect*,tcp:::send { @[args[4]->tcp_sport] = count(); }' <<'END'
looking for tcp:::connect*: 3 probes
looking for tcp:::send: 1 probes
END
matched split-matched 'tcp:::connect*,tcp:::send { @[args[4]->tcp_sport] = count(); }' 5
once no-args 'tcp:::send { @ = count(); }' <<'END'
looking for tcp:::send: 1 probes
END
once providers 'syscall::read:entry,tick-1s,sched:::on-cpu { @ = count(); }
	syscall::read:entry { @a[probefunc] = count(); }' <<'END'
looking for syscall::read:entry: 1 probes
looking for :::tick-1s: 1 probes
looking for sched:::on-cpu: 1 probes
looking for syscall::read:entry: 1 probes
END
matched twice 'tcp:::send,tcp:::send { @ = count(); }' 3

# the error of the clause is reported, not that a description has no probes
cat >"$TMP/wanted" <<'END'
looking for tcp:::nothing: 0 probes
looking for :::BEGIN: 1 probes
dtrace: invalid probe specifier tcp:::nothing { @ = count(); } BEGIN { x = unknown; }: in action list: failed to resolve unknown: Unknown variable name
END
steps -qn 'tcp:::nothing { @ = count(); } BEGIN { x = unknown; }' >"$TMP/got"
result error-of-D "$(diff "$TMP/wanted" "$TMP/got")"
