#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @slow
#
# docs/buildsystem/dtrace.m4 in a separate project, with automake, and the decisions of configure.
. tests/buildsystem/project.inc
command -v autoconf >/dev/null && command -v automake >/dev/null || {
	echo "skip autoconf: needs autoconf and automake"
	exit 0
}

project() {
	mkdir -p m4
	cp "$docs/dtrace.m4" m4/
	cat >configure.ac <<-'AC'
	AC_INIT([hello], [1])
	AC_CONFIG_MACRO_DIRS([m4])
	AM_INIT_AUTOMAKE([foreign])
	AC_PROG_CC
	DTRACE_PROBES
	AC_CONFIG_FILES([Makefile])
	AC_OUTPUT
	AC
	block automake >Makefile.am
	autoreconf -i >autoreconf.log 2>&1
	result autoreconf $? "$(tail -n 5 autoreconf.log)"
	grep -iE 'warn|obsolete' autoreconf.log
}

configure() {
	dir=$1
	shift
	(cd "$dir" && CPPFLAGS=-I$sdt ../configure -q DTRACE="$DTRACE" "$@")
}

build() { make -C "$1" -j2; }
clean() { make -C "$1" clean; }

trial autoconf --disable-dtrace

# decides STATUS NAME WANTED-LINE ARGUMENT...: a configure run, and the NDTRACE line in config.log
decides() {
	wanted=$1 what=$2 ndtrace=$3
	shift 3
	rm -rf decide
	mkdir decide
	(cd decide && CPPFLAGS=-I$sdt ../configure -q "$@") >configure.log 2>&1
	status=$?
	found=$(grep -c '^#define NDTRACE 1' decide/config.log)
	[ $status -eq "$wanted" ] && { [ $status -ne 0 ] || [ "$found" = "$ndtrace" ]; }
	result "$what" $? "status $status, NDTRACE defined $found times: $(tail -n 2 configure.log)"
}

# `false` stands in for a dtrace that fails
decides 0 auto-finds 0 DTRACE="$DTRACE"
decides 0 auto-misses 1 DTRACE=false
decides 1 yes-misses 0 DTRACE=false --enable-dtrace
decides 0 no 1 DTRACE="$DTRACE" --enable-dtrace=no
decides 0 yes-finds 0 DTRACE="$DTRACE" --enable-dtrace=yes
grep -q 'needs the dtrace command' configure.log && echo "not ok autoconf-message: said for no reason"

# the content of a release: it includes the header
(cd on && make dist >../dist.log 2>&1)
result dist $? "$(tail -n 3 dist.log)"
tar tzf on/hello-1.tar.gz 2>/dev/null | grep -q '/probes.h$'
result dist-header $? "probes.h is not in the release"

# ... and builds without dtrace, also after make clean
tar xzf on/hello-1.tar.gz
(unset DTRACE; cd hello-1 && ./configure -q --disable-dtrace && make && make clean && make) >release.log 2>&1
result release $? "$(tail -n 3 release.log)"
[ "$(hello-1/hello 2>&1)" = "2 0" ]
result release-runs $? "$(hello-1/hello 2>&1)"
