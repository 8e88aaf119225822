#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# docs/buildsystem/FindDTrace.cmake in a project of its own, with both usual generators.
. tests/buildsystem/project.inc
command -v cmake >/dev/null || {
	echo "skip cmake: needs cmake"
	exit 0
}

project() {
	mkdir -p cmake
	cp "$docs/FindDTrace.cmake" cmake/
	block cmake >CMakeLists.txt
}

configure() {
	dir=$1
	shift
	cmake -S . -B "$dir" -G "$generator" -DDTRACE_EXECUTABLE="$DTRACE" -DDTRACE_INCLUDE_DIR="$sdt" "$@"
}

build() { cmake --build "$1" -j2; }
clean() { cmake --build "$1" --target clean; }

generator='Unix Makefiles'
trial cmake-make -DDTRACE_PROBES=OFF

if command -v ninja >/dev/null; then
	rm -rf "$TMP"/* && generator=Ninja
	trial cmake-ninja -DDTRACE_PROBES=OFF
else
	echo "skip cmake-ninja: needs ninja"
fi
