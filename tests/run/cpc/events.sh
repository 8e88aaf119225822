#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Each row of the table of events (runtime/provider/cpc/events.def): events counted by the kernel exist in their modes,
# from their minimum count on; events of the processor exist, or the message says why not and names an event that works.
. tests/run/common.inc

table=runtime/provider/cpc/events.def
# rows MACRO: the columns, separated by blanks
rows() { sed -n "s/^$1(\(.*\)).*/\1/p" $table | tr -d ' ' | tr ',' ' '; }

# listed NAME: 0 if this probe exists; otherwise 1 and $TMP/err
listed() { "$DT" -ln "cpc:::$1" 2>"$TMP/err" </dev/null | grep -q " $1\$"; }

rows SOFTWARE >"$TMP/software"
while read -r name config min _ place; do
	bad=
	for mode in user kernel all; do
		case $place,$mode in
		KERNEL,user) ! listed "$name-$mode-$min" && grep -q "$name happen in the kernel, never in a program" "$TMP/err" || bad=$mode ;;
		*) listed "$name-$mode-$min" || bad=$mode ;;
		esac
	done
	! listed "$name-all-$((min - 1))" && grep -q "the smallest count of $name is $min" "$TMP/err" || bad="$bad min"
	result "$name" "$bad"
done <"$TMP/software"
result software "$(wc -l <"$TMP/software" | grep -vx 10)"

{
	rows HARDWARE
	rows CACHE
	rows PRESET
} | cut -d ' ' -f 1 >"$TMP/hardware"
listed cpu_cycles-all-1000000 && has_pmu=1 || has_pmu=
lacks='Linux has found no counters of the processor on this machine, as on many virtual machines; an event of the kernel works: cpu_clock-user-1000000 samples by time'
while read -r name; do
	listed "$name-user-1000000" && continue
	if [ -n "$has_pmu" ]; then
		grep -q "this processor does not count $name (.*); an event of the kernel works: cpu_clock-user-1000000 " "$TMP/err" && continue
	else
		grep -qF "($lacks)" "$TMP/err" && continue
	fi
	echo "$name: $(cat "$TMP/err")"
done <"$TMP/hardware" >"$TMP/bad"
result hardware "$(head -3 "$TMP/bad")$(wc -l <"$TMP/hardware" | awk '$1 < 40 { print $1, "rows" }')"
# the suggested event exists
result instead "$(listed cpu_clock-user-1000000 || cat "$TMP/err")"

# a preset that equals no row
for name in PAPI_l2_dcm PAPI_FP_OPS; do
	listed $name-user-1000000
	grep -qF -e "this PAPI preset consists of events of the processor's vendor" -e "$lacks" "$TMP/err" || echo "$name: $(cat "$TMP/err")"
done >"$TMP/bad"
result presets "$(cat "$TMP/bad")"

# all of them at once
"$DT" -qn 'cpc:::*-all-*/probename == "page_faults-all-1"/ { @ = min(1); } BEGIN { exit(0); }' >"$TMP/out" 2>"$TMP/err" </dev/null
result together "$([ $? = 0 ] || cat "$TMP/err")"

[ -n "$has_pmu" ] && echo "skip refused: this machine has counters of the processor" ||
	expect refused 1 -n 'cpc:::PAPI_tot_cyc-user-1000000 { @[execname] = count(); }' <<END
--
dtrace: invalid probe specifier cpc:::PAPI_tot_cyc-user-1000000 { @[execname] = count(); }: probe description cpc:::PAPI_tot_cyc-user-1000000 does not match any probes ($lacks)
  cpc:::PAPI_tot_cyc-user-1000000 { @[execname] = count(); }
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
END
