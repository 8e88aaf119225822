#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Do the lints find the faults they look for? A small project with one fault of each kind, and the same project
# without faults.
set -u
here=$(pwd)
SPDX='/* SPDX-License-Identifier: BSD-2-Clause */'

# header FILE GUARD LINE...
header() {
	file=$1 guard=$2
	shift 2
	printf '%s\n' "$SPDX" "#ifndef $guard" "#define $guard" "$@" '#endif' >"$file"
}

project() {
	root=$TMP/$1
	mkdir -p "$root/tests" "$root/base" "$root/lang/table" "$root/runtime/codegen" "$root/sdt" \
		"$root/tests/golden/err"
	cp -r "$here/tests/lint" "$root/tests/lint"
	printf '# none\n' >"$root/tests/lint/coverage-allow"
	header "$root/lang/a.h" DTRACE_LANG_A_H '#include "base/a.h"' 'int f(void);'
	header "$root/base/a.h" DTRACE_BASE_A_H 'typedef int number;'
	printf '%s\nERR(D_ONE, "one")\n' "$SPDX" >"$root/lang/table/error_tags.def"
	: >"$root/tests/golden/err/D_ONE.case.d"
}

# lint NAME: its output; there is no git, so every file is checked
lint() {
	mkdir -p "$root/tmp"
	rm -f "$root/tmp/"*
	(cd "$root" && GIT_DIR=/nowhere TMP="$root/tmp" BUILD="$root/build" CC=gcc CLANG=clang \
		"tests/lint/$1.sh") >"$root/said" 2>&1
}

# finds LINT WORDS: the lint fails, with this message
finds() {
	lint "$1"
	if grep -q '^not ok' "$root/said" && grep -qF "$2" "$root/said"; then
		echo "ok $1-finds-${root##*/}"
	else
		cat "$root/said"
		echo "not ok $1-finds-${root##*/}: expected '$2'"
	fi
}

project clean
for name in includes headers sizes licence coverage text; do
	lint $name
	if grep -q '^not ok' "$root/said" || ! grep -q '^ok' "$root/said"; then
		cat "$root/said"
		echo "not ok $name-likes-clean: it complains"
	else
		echo "ok $name-likes-clean"
	fi
done

project direction
printf '%s\n#include "lang/a.h"\n' "$SPDX" >"$root/base/b.h"
finds includes 'base/b.h:2: base must not include "lang/a.h"'

project provider-in-codegen
printf '%s\n#include "runtime/provider/provider.h"\n' "$SPDX" >"$root/runtime/codegen/codegen.c"
finds includes 'runtime/codegen must not include "runtime/provider/provider.h"'

project bpf-outside-kernel
printf '%s\nint f(void) { return syscall(__NR_bpf, 0); }\n' "$SPDX" >"$root/runtime/load.c"
finds includes 'only runtime/kernel calls bpf(2)'

project exit-in-library
printf '%s\nvoid f(void) { exit(1); }\n' "$SPDX" >"$root/lang/b.c"
finds includes 'lang/b.c:2:'

project header-not-alone
printf '%s\nuint8_t f(void);\n' "$SPDX" >"$root/sdt/b.h"
finds headers 'sdt/b.h alone:'

project guard-of-another
header "$root/sdt/b.h" DTRACE_SDT_A_H
finds headers 'sdt/b.h: its guard is not DTRACE_SDT_B_H'

project long-function
{
	printf '%s\nint f(void)\n{\n' "$SPDX"
	seq -f '	g(%g);' 81
	echo '}'
} >"$root/lang/b.c"
finds sizes 'f() has 81 lines, at most 80'

project unordered
header "$root/base/b.h" DTRACE_BASE_B_H 'int g(void);'
printf '%s\n' "$SPDX" '#include "base/b.h"' '#include "base/a.h"' >"$root/lang/b.c"
finds includes 'lang/b.c:3: "base/a.h" belongs before "base/b.h"'

project long-file
{
	echo "$SPDX"
	seq -f '/* %g */' 1000
} >"$root/lang/b.c"
finds sizes 'lang/b.c: 1001 lines, at most 1000'

project no-licence
echo 'int x;' >"$root/lang/b.c"
finds licence 'lang/b.c: the first line must name the licence BSD-2-Clause'

project header-licence
mkdir -p "$root/include/sys"
echo "$SPDX" >"$root/include/sys/sdt.h"
finds licence 'include/sys/sdt.h: the first line must name the licence CC0-1.0'

project untested-row
echo 'ERR(D_TWO, "two")' >>"$root/lang/table/error_tags.def"
finds coverage 'lang/table/error_tags.def: no test (file tests/golden/*/@.*.d) and no reason in tests/lint/coverage-allow: D_TWO'

project stale-reason
echo 'lang/table/error_tags.def D_ONE not yet' >>"$root/tests/lint/coverage-allow"
finds coverage 'lang/table/error_tags.def D_ONE is tested now, or is gone'

project own-path
echo 'see /home/'anna/notes >"$root/lang/notes"
finds text 'lang/notes:1:see'

project broken-script
printf '#!/bin/sh\nif\n' >"$root/lang/s.sh"
finds text 'lang/s.sh'
