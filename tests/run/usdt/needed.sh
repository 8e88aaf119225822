#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: with -c, libraries are found as ld.so finds them, so that their first firings are traced: by DT_RPATH of the
# program, by $ORIGIN of a link to a library, by LD_PRELOAD, and by LD_LIBRARY_PATH with its glibc-hwcaps.
. tests/run/common.inc

cat >"$TMP/deep.c" <<'END'
#include <sys/sdt.h>
__attribute__((constructor)) static void start(void) { DTRACE_PROBE(needed, start); }
void deep(void) { }
END
echo 'void deep(void); void mid(void) { deep(); }' >"$TMP/mid.c"
echo 'void mid(void); int main(void) { mid(); return 0; }' >"$TMP/main.c"
echo 'int main(void) { return 0; }' >"$TMP/plain.c"
(
	cd "$TMP" || exit 1
	mkdir libs links real
	shared="$CC -fPIC -shared"
	# shellcheck disable=SC2016  # $ORIGIN is for ld.so
	$shared -I"$root/include" deep.c -o libs/libdeep.so && cp libs/libdeep.so links &&
		$shared mid.c -Llibs -ldeep -o libs/libmid.so &&
		$shared mid.c -Llibs -ldeep -Wl,--enable-new-dtags,-rpath,'$ORIGIN' -o real/libmid.so &&
		ln -s ../real/libmid.so links/libmid.so &&
		$CC main.c -Llibs -lmid -Wl,--disable-new-dtags,-rpath,'$ORIGIN/libs' -Wl,-rpath-link,libs -o by-rpath &&
		$CC main.c -Llinks -lmid -Wl,--enable-new-dtags,-rpath,'$ORIGIN/links' -Wl,-rpath-link,links -o by-origin &&
		$CC plain.c -o by-preload
) || {
	echo "not ok build"
	exit 1
}

found() {
	expect "$1" 0 -c "$TMP/$1" -qn 'needed$target:libdeep.so::start { @ = count(); }' <<'END'

                1
--
END
}
found by-rpath
found by-origin
# not the plain one beside it, if the CPU can do more
if [ "$(uname -m)" = x86_64 ]; then
	capable="$TMP/capable" && mkdir -p "$capable/glibc-hwcaps" && cp "$TMP/real/libmid.so" "$TMP/libs/libdeep.so" "$capable"
	for level in 2 3 4; do
		mkdir "$capable/glibc-hwcaps/x86-64-v$level" && cp "$TMP/libs/libdeep.so" "$capable/glibc-hwcaps/x86-64-v$level"
	done
	$CC "$TMP/main.c" -L"$capable" -lmid -Wl,-rpath-link,"$capable" -o "$TMP/by-variable"
	cp "$TMP/by-variable" "$TMP/by-hwcaps" && cp "$TMP/by-variable" "$TMP/by-folder"
	export LD_LIBRARY_PATH="$capable"
	found by-hwcaps
	LD_LIBRARY_PATH="/nonexistent;$capable"
	found by-variable
	# an empty part is the current folder
	cd "$TMP/libs" && LD_LIBRARY_PATH=/nonexistent: && found by-folder
	cd "$root" && unset LD_LIBRARY_PATH
fi
# (dtrace has the library too)
export LD_LIBRARY_PATH="$TMP/libs" LD_PRELOAD=libdeep.so
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0"
found by-preload
