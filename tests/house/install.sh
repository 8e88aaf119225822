#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# make install puts each file where a distribution expects it, and make uninstall removes all of them.
set -u
MAKE_VARIABLES=${MAKE_VARIABLES:-}
root=$TMP/root

# words quoted as by make: CFLAGS=-O2\ -g
house() { eval "make --no-print-directory NODEPS=1 $MAKE_VARIABLES"' BUILD="$BUILD" DESTDIR="$root" PREFIX=/usr "$@"'; }

there() {
	if [ -f "$root/$1" ] && [ "$(stat -c %a "$root/$1")" = "$2" ]; then
		echo "ok installs-$1"
	else
		echo "not ok installs-$1: missing, or not of mode $2"
	fi
}

# otherwise make install would rebuild everything while other tests use the build
if house --eval 'print:;@printf "%s\n" '\''$(FLAGS_USED)'\' print | cmp -s - "$BUILD/flags"; then
	echo "ok same-flags"
else
	echo "not ok same-flags: make install would build everything anew"
	exit 1
fi
house install || echo "not ok install: make failed"
there usr/bin/dtrace 755
there usr/include/sys/sdt.h 644
there usr/share/man/man1/dtrace.1 644
there usr/share/man/man7/dtrace-language.7 644
there usr/share/man/man7/dtrace-providers.7 644
there usr/share/bash-completion/completions/dtrace 644
there usr/share/zsh/site-functions/_dtrace 644
there usr/share/fish/vendor_completions.d/dtrace.fish 644
there usr/share/vim/vimfiles/syntax/dtrace.vim 644
there usr/share/dtrace/d.tmLanguage.json 644
there usr/share/pkgconfig/dtrace.pc 644
there usr/share/aclocal/dtrace.m4 644
there usr/share/dtrace/cmake/FindDTrace.cmake 644
there usr/share/dtrace/tools/files/opensnoop 755
there usr/share/dtrace/tools/sitecustomize.py 644
there usr/share/man/man8/dtrace-opensnoop.8 644
# a tool finds the file shared with the others through its link (absolute, so it is broken inside the root)
[ "$(readlink "$root/usr/bin/dtrace-opensnoop")" = /usr/share/dtrace/tools/files/opensnoop ] &&
	"$root/usr/share/dtrace/tools/files/opensnoop" --help | grep -q '^usage: opensnoop' &&
	echo "ok tool-runs" || echo "not ok tool-runs: no link, or it does not find tool.sh"

command=$(PKG_CONFIG_LIBDIR=$root/usr/share/pkgconfig pkg-config --variable=dtrace dtrace)
[ "$command" = /usr/bin/dtrace ] && echo "ok pkg-config-command" ||
	echo "not ok pkg-config-command: '$command'"
flags=$(PKG_CONFIG_LIBDIR=$root/usr/share/pkgconfig PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 \
	pkg-config --cflags dtrace | sed 's/ *$//')
[ "$flags" = -I/usr/include ] && echo "ok pkg-config-cflags" ||
	echo "not ok pkg-config-cflags: '$flags'"

house uninstall >/dev/null
left=$(find "$root" -type f -o -type l)
[ -z "$left" ] && echo "ok uninstall" || echo "not ok uninstall: left $left"

# a list would have two files for each one; uninstall must not remove others
for target in install uninstall; do
	said=$(house $target PREFIX='/opt/my pfx' 2>&1)
	case $? in 0) said="$said (status 0)" ;; esac
	case $said in
	*'PREFIX has a blank: /opt/my pfx'*) echo "ok blank-$target" ;;
	*) echo "not ok blank-$target: $said" ;;
	esac
done
