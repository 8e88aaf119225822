#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# One site that can't be traced among good ones: the good ones fire, and the message names the bad one with the reason.
# Reasons: the file does not contain a probe site at the address; another tracer uses the site and does
# not count its semaphore.
. tests/run/common.inc

cat >"$TMP/sites.d" <<'END'
provider sites {
	probe good(int n);
	probe bad(int n);
	probe better(int n);
};
END
cat >"$TMP/sites.c" <<'END'
#include "sites.h"
int main(int argc, char **argv)
{
	for (int i = 0; i < 10; i++) {
		if (SITES_GOOD_ENABLED())
			SITES_GOOD(i);
		if (argc > 1 && SITES_BAD_ENABLED())
			SITES_BAD(i);
		if (SITES_BETTER_ENABLED())
			SITES_BETTER(i);
	}
	return 0;
}
END
made sites -no-pie
$CC -D_GNU_SOURCE= -O1 "$root/tests/run/robust/hold.c" -o "$TMP/hold" || {
	echo "not ok build"
	exit 1
}

# the file offset of a probe's site (addresses of this program begin at 0x400000)
offset_of() {
	readelf -n "$TMP/sites" | awk -v name="$1" '$1 == "Name:" { found = $2 == name }
		found && $1 == "Location:" { sub(/,/, "", $2); print $2 }'
}
offset=$(($(offset_of bad) - 0x400000))

# hlt, which a process may not execute
cp "$TMP/sites" "$TMP/changed"
printf '\364' | dd of="$TMP/changed" bs=1 seek=$offset conv=notrunc 2>/dev/null
expect changed-file 0 -c "$TMP/changed" -q -n 'sites$target:::good { @["good"] = count(); }' \
	-n 'sites$target:::b* { @["b*"] = count(); }' <<'END'

  b*                                                               10
  good                                                             10
--
dtrace: sites:changed:main:bad at TMP/changed+ADDR is not probed: there is no nop in the file: was it changed?
END

# counting of semaphores is a property of the site, not of the tracer
mkfifo "$TMP/hold.in" "$TMP/hold.out"
"$TMP/hold" "$TMP/sites" $offset <"$TMP/hold.in" >"$TMP/hold.out" 2>&1 &
exec 4>"$TMP/hold.in"
read -r held <"$TMP/hold.out"
[ "$held" = held ] || echo "hold: $held"
expect other-tracer 0 -c "$TMP/sites all" -q -n 'sites$target:::good { @["good"] = count(); }' \
	-n 'sites$target:::b* { @["b*"] = count(); }' <<'END'

  b*                                                               10
  good                                                             10
--
dtrace: sites:sites:main:bad at TMP/sites+ADDR is not probed: the kernel refuses it: another tracer holds this address with a different semaphore or with none, or the file has changed
END
exec 4>&-
wait
expect other-tracer-gone 0 -c "$TMP/sites all" -q -n 'sites$target:::good { @["good"] = count(); }' \
	-n 'sites$target:::b* { @["b*"] = count(); }' <<'END'

  good                                                             10
  b*                                                               20
--
END
