#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# printf(): the flag ' groups the thousands of integers as the user's locale does, and nothing else is written in that
# locale.
. tests/run/common.inc

program='BEGIN { printf("%'\''d %'\''12d %'\''u %'\''i %d\n", -1234567, 1234567, 1000, 1234567, 1234567); @a = sum(1234567);
	printa("%@'\''d %@d\n", @a); exit(0); }'

export LC_ALL=C
expect plain 0 -qn "$program" <<'END'
-1234567      1234567 1000 1234567 1234567
1234567 1234567

--
END

mkdir "$TMP/locale"
if ! localedef -i de_DE -f UTF-8 "$TMP/locale/de_DE.UTF-8" 2>"$TMP/err"; then
	echo "skip locale: needs localedef and its de_DE"
	exit
fi
export LOCPATH="$TMP/locale" LC_ALL=de_DE.UTF-8
# sanitizers report memory that newlocale() of glibc keeps when there is a LOCPATH
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
expect locale 0 -qn "$program" <<'END'
-1.234.567    1.234.567 1.000 1.234.567 1234567
1.234.567 1234567

--
END
