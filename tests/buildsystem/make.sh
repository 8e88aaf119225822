#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The five Makefile lines in docs/adding-probes.md work as described.
. tests/buildsystem/project.inc

project() {
	# the lines exactly as printed there
	dtrace_in_path
	block make >Makefile
	printf 'clean:\n\trm -f hello *.o probes.h\n' >>Makefile
}

configure() {
	dir=$1
	shift
	rm -rf "$dir"
	ln -s . "$dir"
	flags=$*
}

build() { make -j2 CC="$CC" CPPFLAGS="-I$sdt $flags"; }
clean() { make clean; }

# here the project is in a folder of its own, with the header made by the rules
without() {
	configure off -DNDTRACE
	sources
	build off >build.log 2>&1
	[ "$(./hello)" = "2 0" ] && [ -z "$(sites hello)" ]
	result off $? "prints '$(./hello 2>&1)', sites: $(sites hello)"
}

trial make

# "Without an object": each site has a semaphore of its own
sources
"$DTRACE" -h -s probes.d -o probes.h
$CC -O2 -DSDT_AUTO_SEMAPHORE -I"$sdt" hello.c extra.c -o lone >lone.log 2>&1 && [ "$(./lone)" = "2 1" ]
result no-object $? "$(cat lone.log)"
[ "$(sites lone)" = "greet greet" ] && [ "$(bare_sites lone)" = 0 ]
result no-object-sites $? "sites: $(sites lone); without semaphore: $(bare_sites lone)"
