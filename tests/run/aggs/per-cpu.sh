#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# -x aggpercpu: below each row the values of each online CPU; here all firings are on the first CPU.
. tests/run/common.inc

# rows VALUE: the rows of the CPUs, with the whole value on the first
rows() {
	cpu=0
	while [ -e "/sys/devices/system/cpu/cpu$cpu" ]; do
		if [ $cpu = 0 ] || [ "$(cat /sys/devices/system/cpu/cpu$cpu/online)" = 1 ]; then
			printf '    [CPU %d] %16d\n' $cpu "$1"
			set -- 0
		fi
		cpu=$((cpu + 1))
	done
}
printf '#!/bin/sh\nexec taskset -c 0 %s "$@"\n' "$DT" >"$TMP/on-cpu-0"
chmod +x "$TMP/on-cpu-0"
DT=$TMP/on-cpu-0
{
	printf '\n%17d\n' 5
	rows 5
	printf '  %-50s %16d\n' odd 4
	rows 4
	printf '  %-50s %16d\n' even 6
	rows 6
	printf '%17d\n' 2
	rows 2
	printf '%17d\n' -4
	rows -4
	echo --
} >"$TMP/rows"
expect rows 0 -x aggpercpu -q -c "$TRIGGERS/loop 5" -n 'loop$target:::tick { @n = count(); }
	loop$target:::tick { @s[arg0 % 2 ? "odd" : "even"] = sum(arg0); @a = avg(arg0); @m = min(-arg0); }' <"$TMP/rows"

{
	printf '\n%17d\n' 3
	rows 3
	printf '\n%17d\n' 0
	rows 0
	printf '\n--\n'
} >"$TMP/rows"
expect cleared 0 -x aggpercpu -q -n 'BEGIN { @ = count(); @ = count(); @ = count(); }
	BEGIN { printa(@); clear(@); printa(@); exit(0); }' <"$TMP/rows"

expect formats 0 -x aggpercpu -q -n 'BEGIN { @ = count(); printa("%@d\n", @); exit(0); }' <<'END'
1

--
END
