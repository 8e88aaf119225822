#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# docs/buildsystem/FindDTrace.cmake in a separate project, with both common generators.
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

rm -rf "$TMP"/*
sources
project
sed -i -e 's/project(hello C)/project(hello CXX)/' -e 's/hello\.c extra\.c/hello.cc extra.cc/' CMakeLists.txt
in_cplusplus cmake-c++

# clang gets the machine from a variable of its own
rm -rf "$TMP"/*
sources
project
if command -v clang >/dev/null; then
	CC=clang configure arm -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_C_COMPILER_TARGET=aarch64-linux-gnu \
		-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY >configure.log 2>&1 &&
		cmake --build arm --target hello.probes/probes.o >build.log 2>&1
	readelf -h arm/hello.probes/probes.o 2>&1 | grep -q AArch64
	name=cmake-cross result machine $? "$(cat configure.log build.log | tail -n 5)"
else
	echo "skip cmake-cross: needs clang"
fi
