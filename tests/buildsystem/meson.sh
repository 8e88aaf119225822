#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# docs/buildsystem/meson.build in a separate project.
. tests/buildsystem/project.inc
command -v meson >/dev/null && command -v ninja >/dev/null || {
	echo "skip meson: needs meson and ninja"
	exit 0
}

project() {
	dtrace_in_path
	{
		echo "project('hello', 'c')"
		cat "$docs/meson.build"
		echo "executable('hello', 'hello.c', 'extra.c', probes)"
	} >meson.build
	sed -n "s/^#   \(option('dtrace.*\)/\1/p" "$docs/meson.build" >meson_options.txt
}

configure() {
	dir=$1
	shift
	CPPFLAGS=-I$sdt meson setup "$dir" "$@"
}

build() { ninja -j2 -C "$1"; }
clean() { ninja -C "$1" clean; }

trial meson -Ddtrace=disabled

rm -rf "$TMP"/*
sources
project
sed -i -e "s/'hello', 'c'/'hello', 'cpp'/" -e 's/hello\.c/hello.cc/; s/extra\.c/extra.cc/' meson.build
in_cplusplus meson-c++

# without probes: C++ sources, too
"$DTRACE" -h -s probes.d -o probes.h
configure off -Ddtrace=disabled >build.log 2>&1 && build off >>build.log 2>&1
result off-builds $? "the build failed: $(tail -n 5 build.log)"
[ -x off/hello ] && [ -z "$(sites off/hello)" ]
result off $? "sites: $(sites off/hello)"
