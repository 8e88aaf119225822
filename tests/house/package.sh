#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Tools that build packages run `make check` if it exists. In that case, or with DEPS=check, nothing is installed
# and no test that needs root runs. A release is not built with -Werror.
set -u
unset BUILD CC T J SAN COV HOSTILE WERROR DEPS MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL
unset DEB_BUILD_ARCH DEB_BUILD_OPTIONS DEB_RULES_REQUIRES_ROOT DH_INTERNAL_OPTIONS RPM_BUILD_ROOT RPM_PACKAGE_NAME

# says NAME WANTED VARIABLE...: the Makefile's settings with these variables
says() {
	name=$1 want=$2
	shift 2
	got=$(env "$@" make --no-print-directory --eval 'print:;@echo $(DEPS),$(WERROR),$(TEST_WERROR)' print)
	[ "$got" = "$want" ] && echo "ok $name" || echo "not ok $name: $got, not $want"
}
says default install,,-Werror A=
says werror-of-environment install,-Werror,-Werror WERROR=-Werror
says werror-off install,, WERROR=
says debian check,, DEB_BUILD_ARCH=amd64
says debian-options check,, DEB_BUILD_OPTIONS=
says debhelper check,, DH_INTERNAL_OPTIONS=
says rpm check,, RPM_BUILD_ROOT=/nowhere
says by-hand check,, DEPS=check
says by-hand-install install,,-Werror DEPS=install DEB_BUILD_ARCH=amd64

# would NAME WANTED VARIABLE...: how many commands of `make check` install something, and the parts that it runs
would() {
	name=$1 want=$2
	shift 2
	env "$@" make --no-print-directory -n check NODEPS=1 BUILD="$TMP/none" >"$TMP/$name" 2>&1
	got=$(grep -c 'deps install' "$TMP/$name"),$(sed -n 's/.*tests\/run-tests -j [0-9]* *//p' "$TMP/$name" | tr -s ' ')
	[ "$got" = "$want" ] && echo "ok $name" || echo "not ok $name: '$got', not '$want'"
}
would check '1,unit golden scripts replay run' A=
would check-in-package '0,-x -m unit scripts golden replay' DEB_BUILD_OPTIONS=parallel=2
would check-by-hand '0,-x -m unit scripts golden replay' DEPS=check

# another WERROR causes no rebuild, other flags do
flags() { make --no-print-directory --eval 'print:;@echo '\''$(FLAGS_USED)'\''' "$@" print; }
[ "$(flags)" = "$(flags WERROR=-Werror)" ] && echo "ok werror-keeps-objects" || echo "not ok werror-keeps-objects"
[ "$(flags)" != "$(flags CFLAGS=-O1)" ] && echo "ok flags-renew-objects" || echo "not ok flags-renew-objects"
