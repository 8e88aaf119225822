#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Each header compiles alone: a file that includes only this header, with the warnings of the build. Headers of
# runtime/bpf may need clang's bpf target; sys/sdt.h must also compile without warnings as C89 and C++.
set -u
. tests/lint/files.inc
export TMP

files 'base/*.h' 'elf/*.h' 'lang/*.h' 'sdt/*.h' 'dtrace-gen/*.h' 'linker/*.h' 'runtime/*.h' 'cmd/*.h' \
	'include/*.h' | grep -v '\.tab\.h$' >"$TMP/list"

cat >"$TMP/one" <<'ONE'
header=$1
say=$TMP/$(echo "$header" | tr / ,).log
common="-Wall -Wextra -Werror -fsyntax-only -I. -I$BUILD/gen"
case $header in
include/*)
	{
		for standard in c89 gnu11; do
			printf '#include "%s"\nint not_empty;\n' "$header" |
				$CC -std=$standard -Wpedantic $common -x c -
		done
		echo "#include \"$header\"" | g++ -std=c++98 -Wpedantic $common -x c++ -
	} ;;
runtime/bpf/*)
	echo "#include \"$header\"" | $CC -std=gnu11 -D_GNU_SOURCE= $common -x c - 2>/dev/null ||
		echo "#include \"$header\"" | $CLANG -target bpf -O2 -I. -Wall -Werror \
			-idirafter "/usr/include/$(uname -m)-linux-gnu" -fsyntax-only -x c - ;;
*)
	echo "#include \"$header\"" | $CC -std=gnu11 -D_GNU_SOURCE= $common -x c - ;;
esac >"$say" 2>&1
[ -s "$say" ] && sed "s|^|$header alone: |" "$say" | grep -E 'error|warning' | head -n 3
exit 0
ONE
xargs -r -n 1 -P 2 sh "$TMP/one" <"$TMP/list" | sort >"$TMP/bad"
verdict alone

# the guard is the path, so that no two headers have the same
grep -v '^include/' "$TMP/list" | while read -r header; do
	guard=$(echo "$header" | tr 'a-z/.-' 'A-Z___')
	case $guard in DTRACE_*) ;; *) guard=DTRACE_$guard ;; esac
	grep -qx "#ifndef $guard" "$header" && grep -qx "#define $guard" "$header" ||
		echo "$header: its guard is not $guard"
done >"$TMP/bad"
verdict guards
