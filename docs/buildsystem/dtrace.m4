# SPDX-License-Identifier: CC0-1.0
#
# DTRACE_PROBES([DEFAULT])
#
# Copy this file to your m4/ folder (or let aclocal find the installed one) and call the macro in
# configure.ac after AC_PROG_CC. It adds `--enable-dtrace=yes|no|auto`; DEFAULT is `auto`: probes when
# a dtrace command that works is there, none otherwise. It sets
#
#   DTRACE        the command (can be given: ./configure DTRACE=/opt/bin/dtrace)
#   DTRACEFLAGS   more flags for it, as the caller gave them
#   HAVE_DTRACE   an automake conditional
#   NDTRACE       defined in config.h (or DEFS) when there are to be no probes: the header of
#                 `dtrace -h` then turns each probe into nothing
#
# CC and CFLAGS are exported to the trial, because the command learns the machine from them; do the
# same in Makefile.am when you build for another machine (docs/adding-probes.md).

AC_DEFUN([DTRACE_PROBES], [
AC_ARG_ENABLE([dtrace],
	[AS_HELP_STRING([--enable-dtrace],
		[static probes for dtrace (yes, no or auto) @<:@]m4_default([$1], [auto])[@:>@])],
	[], [enable_dtrace=m4_default([$1], [auto])])
AC_ARG_VAR([DTRACE], [the dtrace command])
AC_ARG_VAR([DTRACEFLAGS], [flags for the dtrace command])
AS_IF([test "x$enable_dtrace" != xno], [
	AC_CHECK_PROGS([DTRACE], [dtrace])
	AC_CACHE_CHECK([whether ${DTRACE:-dtrace} makes probes], [dtrace_cv_works],
		[_DTRACE_TRY([dtrace_cv_works=yes], [dtrace_cv_works=no])])
	AS_IF([test "x$enable_dtrace$dtrace_cv_works" = xyesno],
		[AC_MSG_ERROR([--enable-dtrace needs the dtrace command and <sys/sdt.h>])])
], [dtrace_cv_works=no])
AS_IF([test "x$dtrace_cv_works" = xno],
	[AC_DEFINE([NDTRACE], [1], [Define to compile without static probes.])])
m4_ifdef([AM_CONDITIONAL], [AM_CONDITIONAL([HAVE_DTRACE], [test "x$dtrace_cv_works" = xyes])])
])

# Header, object, and a program of the two: as the project will make them.
AC_DEFUN([_DTRACE_TRY], [
dtrace_works=no
dtrace_cppflags=$CPPFLAGS dtrace_libs=$LIBS
AS_IF([test -n "$DTRACE"], [
	mkdir conftest.dir
	echo 'provider conf { probe test(int value); };' >conftest.dir/probes.d
	AS_IF([$DTRACE $DTRACEFLAGS -h -s conftest.dir/probes.d -o conftest.dir/probes.h >&AS_MESSAGE_LOG_FD 2>&1 &&
	    CC="$CC" CFLAGS="$CPPFLAGS $CFLAGS" $DTRACE $DTRACEFLAGS -G -s conftest.dir/probes.d \
		-o conftest.dir/probes.o >&AS_MESSAGE_LOG_FD 2>&1], [
		CPPFLAGS="$CPPFLAGS -Iconftest.dir"
		LIBS="conftest.dir/probes.o $LIBS"
		AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include "probes.h"]],
			[[if (CONF_TEST_ENABLED ()) CONF_TEST (1)]])], [dtrace_works=yes])
	])
	rm -rf conftest.dir
])
CPPFLAGS=$dtrace_cppflags LIBS=$dtrace_libs
AS_IF([test $dtrace_works = yes], [$1], [$2])
])
