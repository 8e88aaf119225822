#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Compiler time per probe site: 1000 functions with a site of 4 arguments
# against the same functions without. Alternating runs, median difference.
# Prints one line; exit 1 when a site costs more than the limit.
TOP=${TOP:-$(cd "$(dirname "$0")/.." && pwd)}
CC=${CC:-gcc}
RUNS=${RUNS:-9}
LIMIT_US=600
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

write_source() {	# $1 = file, $2 = the statement of each function
	{
		echo '#include <sys/sdt.h>'
		awk -v site="$2" 'BEGIN { for (i = 0; i < 1000; i++)
			printf "long f%d (long a, int b, char *c, unsigned d)\n{ %s\n\treturn a + b + d + (c != 0) + %d; }\n",
			       i, site, i }'
	} > "$1"
}

# CPU time, not elapsed time: the assembler is a separate process, and other
# work on the machine must not count.
compile_us() {		# $1 = source; prints microseconds
	LC_ALL=C bash -c 'TIMEFORMAT="%U %S"; time "$@"' sh \
		$CC -O2 -I"$TOP/include" -c "$1" -o "$dir/out.o" 2>&1 |
		awk '{ print int(($1 + $2) * 1000000) }'
}

median() { sort -n | sed -n "$(((RUNS + 1) / 2))p"; }

write_source "$dir/none.c" ''
write_source "$dir/sites.c" 'DTRACE_PROBE4 (bench, site, a, b, c, d);'
i=0
while [ $i -lt "$RUNS" ]; do
	none_us=$(compile_us "$dir/none.c")
	sites_us=$(compile_us "$dir/sites.c")
	echo "$none_us" >> "$dir/none"
	echo $(((sites_us - none_us) / 1000)) >> "$dir/diff"
	i=$((i + 1))
done
site_us=$(median < "$dir/diff")
base_us=$(median < "$dir/none")
verdict=ok
[ "$site_us" -le $LIMIT_US ] || verdict=miss
echo "sdt-compile-time: $CC ${site_us} us per site of 4 arguments (limit $LIMIT_US us; 1000 functions alone $((base_us / 1000)) ms): $verdict"
[ $verdict = ok ]
