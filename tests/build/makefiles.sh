#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The command lines of real packages (from their makefiles, without their definitions): -h, the package's sed
# command on the header, a caller of every probe, -G as in the package, link. Then each probe must have its note.
# One row per package: the position of -s and -o, environment variables, default names.
. "${0%/*}/common.inc"

mkdir -p inc && : >inc/HsFFI.h && mkdir -p inc/rts && : >inc/rts/EventLogFormat.h
echo '#define VM_COLLECT_USAGE_DETAILS 0' >inc/vm_opts.h
echo '/* nothing */' >inc/erlang_common.h
DTRACE=$dtrace
: >other.c && $cc -c other.c -o other.o

# built NAME HEADER OBJECT PROBES [SEMA]: a program with the header and the object has PROBES notes
built() {
	caller "$2" "$2" >call.c
	if ! $cc -I. -O1 -c call.c -o call.o >.out 2>&1 || ! $cc call.o "$3" -o prog >>.out 2>&1; then
		fail "$1" "does not build"
		return
	fi
	notes prog >.out
	got=$(grep -c " ${5:-sema}" .out)
	if [ "$got" -eq "$4" ]; then echo "ok $1"; else fail "$1" "$got notes, not $4"; fi
}

# row NAME PROBES: header in $h, object in $o
row() { built "$1" "$h" "$o" "$2" "${3:-sema}"; rm -f ./*.h ./*.tmp prov.o call.*; }

definitions
h=probes.h o=prov.o

$DTRACE -C -h -s postgres.d -o probes.h.tmp &&
	sed -e 's/POSTGRESQL_/TRACE_POSTGRESQL_/g' -e 's/( *char \*/(const char */g' \
		-e 's/, *char \*/, const char */g' probes.h.tmp >probes.h
$DTRACE -C -G -s postgres.d other.o missing.o -o prov.o
row postgresql 11

$DTRACE -o probes.h -h -s python.d && sed 's/PYTHON_/PyDTrace_/' probes.h >x.tmp && mv x.tmp probes.h
$DTRACE -o prov.o -G -s python.d other.o
row python 6
echo BEGIN >conftest.d
check python-configure "$DTRACE" -G -s conftest.d -o conftest.o
check python-configure-links $cc -nostdlib -r conftest.o other.o -o conftest2.o

CFLAGS="-O2 -fvisibility=hidden" $DTRACE -h -C -s php.d -o php.h.bak &&
	sed -e 's,PHP_,DTRACE_,g' php.h.bak >probes.h
CFLAGS="-O2" $DTRACE -G -o prov.o -s php.d other.o 2>/dev/null && test -f prov.o
row php 7

$DTRACE -o probes.h.tmp -h -C -I. -Iinc -s ruby.d &&
	sed -e 's/RUBY_/RUBY_DTRACE_/g' -e 's/PROBES_H_TMP/RUBY_PROBES_H/g' \
		-e 's/(char \*/(const char */g' -e 's/, char \*/, const char */g' probes.h.tmp >probes.h
$DTRACE -G -C -I. -Iinc -s ruby.d -o prov.o other.o
row ruby 5
check ruby-configure-nolibs "$DTRACE" -xnolibs -h -o c.h -s perl.d
cp other.o before.o
check ruby-configure-rebuild "$DTRACE" -xnolibs -G -s perl.d other.o -o prov.o
same ruby-configure-untouched other.o before.o

$DTRACE -h -s perl.d -o perl.h.in && sed -e '/const/!s/char \*/const char */g' perl.h.in >probes.h
$DTRACE -G -s perl.d -o prov.o other.o
row perl 6

$DTRACE -h -o probes.h -s tcl.d
$DTRACE -G -o prov.o -s tcl.d other.o
row tcl 5

$DTRACE -h -C -Iinc -s erlang.d -o erlang.tmp &&
	sed -e '/^#define[ 	]*ERLANG_[A-Z0-9_]*(.*)/y/ABCDEFGHIJKLMNOPQRSTUVWXYZ/abcdefghijklmnopqrstuvwxyz/' \
		erlang.tmp >probes.h
$DTRACE -G -C -Iinc -s erlang.d -o prov.o other.o
row erlang 5
$DTRACE -h -C -s erlang_user.d -o probes.h && $DTRACE -G -C -s erlang_user.d -o prov.o
row erlang-empty-provider 0

"$DTRACE" -Iinc -C -x cpppath=gcc -h -o probes.h -s ghc.d
$DTRACE -G -C -Iinc -DDTRACE -s ghc.d -o prov.o other.o
row ghc 6

$DTRACE -h -s memcached.d && sed -e 's/void \*/const void */g' -e 's/char \*/const char */g' \
	memcached.h | tr '\t' ' ' >probes.h
$DTRACE -G -o prov.o -s memcached.d other.o
row memcached-default-name 5

$DTRACE -C -h -o probes.h -s xorg.d
$DTRACE -G -C -o prov.o -s xorg.d other.o
row xorg-server 5

env CC="gcc -O2" "$DTRACE" -o probes.h -h -s libvirt.d
env CC="gcc -O2" "$DTRACE" -o prov.o -G -s libvirt.d
row libvirt 4

$DTRACE -h -s glib.d -o probes.h && $DTRACE -G -s glib.d -o prov.o
row glib 6
$DTRACE -h -s glib.d -o probes.h.tmp &&
	sed -e 's/define STAP_HAS_SEMAPHORES 1/undef STAP_HAS_SEMAPHORES/' \
		-e 's/define _SDT_HAS_SEMAPHORES 1/undef _SDT_HAS_SEMAPHORES/' probes.h.tmp >probes.h
$DTRACE -G -s glib.d -o prov.o
row glib-autotools 6 -

# libtool --mode=compile dtrace ... puts its own options after the others; its .lo files are text.
printf '# libtool object\npic_object=.libs/other.o\nnon_pic_object=none\n' >other.lo
mkdir -p .libs && $DTRACE -h -s glib.d -o probes.h && $DTRACE -G -s glib.d other.lo -fPIC -DPIC -o .libs/prov.o &&
	mv .libs/prov.o prov.o
row libtool 6

$DTRACE -DSTAP_SDT_V2 -o probes.h -h -s qemu.d
$DTRACE -DSTAP_SDT_V2 -o prov.o -G -s qemu.d
readelf -Ws prov.o | grep semaphore >symbols
lacks qemu-visible HIDDEN symbols
(cc="$cc -DSTAP_SDT_V2"; row qemu 6)
: >empty.d
check qemu-empty-group-header "$DTRACE" -DSTAP_SDT_V2 -o empty.h -h -s empty.d
check qemu-empty-group-object "$DTRACE" -DSTAP_SDT_V2 -o empty.o -G -s empty.d

$DTRACE -C -h -s sssd.d -o probes.h && $DTRACE -C -G -s sssd.d -o prov.o
row sssd 4

$DTRACE -h -s node.d -o probes.h && $DTRACE -C -G -s node.d -o prov.o
row node 3
check node-nolibs "$DTRACE" -h -xnolibs -s node.d -o node_provider.h

$DTRACE -o probes.h -s table.d -h && flock lock "$DTRACE" -o prov.o -s table.d -G
row h2o-and-all-forms 19
