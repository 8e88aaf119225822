#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# trunc() in END removes keys that direct probes no longer add to; while tracing, their room is used again, which the
# kernel sees to.
. tests/run/direct/direct.inc
direct_made storm
# arg0 is one of eight numbers, each as often as the others
tick="storm\$target:::tick { @k[arg0 == 3] = count(); @s[arg0] = sum(arg0); }"

expect end 0 -x direct=only -q -c "$TMP/storm$mine 4 3000 0" -o "$TMP/top" -n "$tick
	END { trunc(@k, 1); printa(\"%d %@d\n\", @k); trunc(@s, -2); printa(\"%d %@d\n\", @s); }" <<'END'
0 12000 17994000 0 0
--
END
sed '/^$/d' "$TMP/top" >"$TMP/out"
cat >"$TMP/wanted" <<'END'
0 10500
0 0
1 1500
END
equals kept "$(cat "$TMP/out")" "$(cat "$TMP/wanted")"
"$DT" -x direct=only -q -c "$TMP/storm$mine 4 3000 0" -n "$tick tick-10s { trunc(@k, 1); }" >"$TMP/out" 2>&1
equals while-tracing "$? $(grep -o 'trunc() of the keys of @k needs the kernel' "$TMP/out")" '1 trunc() of the keys of @k needs the kernel'
