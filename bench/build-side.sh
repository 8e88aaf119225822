#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The cost of -h and -G, including the start of the process: median, minimum and spread (of /bin/true against
# itself) of 100 alternating runs each. Exit 1 if a median exceeds its limit by more than the spread.
set -u
dtrace=${DTRACE:-${BUILD:-build}/dtrace}
runs=${RUNS:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# definition COUNT: a provider with COUNT probes of five arguments each
definition() {
	echo "provider bench {"
	for ((i = 0; i < $1; i++)); do
		echo "	/* probe $i */ probe group$((i % 7))__event$i(char *process, int a, uint32_t size, long x, const char *name);"
	done
	echo "};"
}
definition 50 >"$work/50.d"
definition 1010 >"$work/1010.d"

names=(true true-again h-50 G-50 h-1010 G-1010)
limits_us=(0 0 5000 5000 30000 30000)
commands=(/bin/true /bin/true
	"$dtrace -h -s $work/50.d -o $work/x.h" "$dtrace -G -s $work/50.d -o $work/x.o"
	"$dtrace -h -s $work/1010.d -o $work/y.h" "$dtrace -G -s $work/1010.d -o $work/y.o")

for ((run = 0; run < runs; run++)); do
	for i in "${!names[@]}"; do
		begin=${EPOCHREALTIME/[.,]/}
		${commands[i]} || exit 1
		end=${EPOCHREALTIME/[.,]/}
		echo $((end - begin)) >>"$work/${names[i]}.us"
	done
done

median() { sort -n "$work/$1.us" | sed -n "$((runs / 2 + 1))p"; }
least() { sort -n "$work/$1.us" | head -n 1; }
spread=$(($(median true) - $(median true-again)))
spread=${spread#-}
status=0
printf '%-12s %10s %10s %10s\n' command 'median us' 'least us' 'limit us'
for i in "${!names[@]}"; do
	us=$(median "${names[i]}")
	printf '%-12s %10d %10d %10s\n' "${names[i]}" "$us" "$(least "${names[i]}")" "${limits_us[i]}"
	[ "${limits_us[i]}" = 0 ] || [ "$us" -le $((limits_us[i] + spread)) ] || { echo "over the limit: ${names[i]}"; status=1; }
done
exit $status
