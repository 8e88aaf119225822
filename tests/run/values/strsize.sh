#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Strings in structs and arrays have the size of option strsize, which is set before they are declared.
. tests/run/common.inc
program='struct s { string a; char c; string b; int n; } x; string y[2];
	BEGIN { x.a = "one"; x.b = "two"; x.c = 5; x.n = 3; x.a = strjoin(x.a, x.b); y[1] = x.a; z[1] = x; z[1].b = x.a;
	printf("%s %d %s %d %s %s %d %d\n", x.a, x.c, x.b, x.n, y[1], z[1].b, sizeof(x), sizeof(y)); exit(0); }'

for bytes in 8 13 256 1024; do
	expect "command-$bytes" 0 -qx strsize=$bytes -n "$program" <<END
onetwo 5 two 3 onetwo onetwo $(((2 * bytes + 1 + 3) / 4 * 4 + 4)) $((2 * bytes))

--
END
done
printf '#pragma D option strsize=1000\n%s\n' "$program" >"$TMP/pragma.d"
expect pragma 0 -qs "$TMP/pragma.d" <<'END'
onetwo 5 two 3 onetwo onetwo 2008 2000

--
END
printf 'struct s { string a; } x;\n#pragma D option strsize=1000\nBEGIN { exit(0); }\n' >"$TMP/late.d"
expect late 1 -x errtags -s "$TMP/late.d" <<'END'
--
dtrace: failed to compile script TMP/late.d: [D_PRAGMA_OPTSET] option strsize must precede the types that contain a string
END
# In memory, elements begin at multiples of 8
reason='an array of strings can be used as a whole only if strsize is a multiple of 8; use its elements'
for use in copy:'z = y' print:'print(y)' trace:'trace(y)' name:'p = y' address:'p = &y[0]'; do
	"$DT" -x strsize=13 -n "string y[2], z[2], *p; BEGIN { y[1] = \"x\"; ${use#*:}; exit(0); }" >"$TMP/said" 2>&1
	result "whole-${use%%:*}" "$(grep -q ": $reason\$" "$TMP/said" || cat "$TMP/said")"
done
