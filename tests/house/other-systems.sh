#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Properties on which builds on other systems depend, as far as they can be checked here (make check-distros builds
# there).
# @timeout 600
set -u

verdict() { # NAME: fails if $TMP/said is not empty
	if [ -s "$TMP/said" ]; then
		cat "$TMP/said"
		echo "not ok $1: see above"
	else
		echo "ok $1"
	fi
}

# capstone 5 has an enum bpf_insn: no file may include both its header and linux/bpf.h
cat >"$TMP/capstone5.h" <<'HEADER'
#include <capstone/capstone.h>
#if CS_API_MAJOR < 5
enum bpf_insn { BPF_INS_OF_CAPSTONE };
#endif
HEADER
users=$(grep -rl --include='*.[ch]' 'include <capstone/' base lang sdt runtime cmd tests bench)
[ -n "$users" ] || echo "no file uses capstone" >"$TMP/said"
for file in $users; do
	$CC -std=gnu11 -D_GNU_SOURCE= -I. -I"$BUILD/gen" -fsyntax-only -include "$TMP/capstone5.h" -x c "$file"
done >>"$TMP/said" 2>&1
verdict capstone-5

# The output of scripts is the same with every awk, shell and locale, including one in which letters have other
# capitals and another order
locale=
mkdir "$TMP/locale" "$TMP/bin"
localedef -i tr_TR -f UTF-8 "$TMP/locale/tr_TR.UTF-8" 2>/dev/null && locale=tr_TR.UTF-8
[ -n "$locale" ] && echo "ok locale" || echo "skip locale: needs localedef and its tr_TR"

generators() { # SHELL
	for file in bash zsh fish vim json; do $1 scripts/editor-files $file; done
	[ -z "${TABLES:-}" ] || $1 docs/gen-tables --check # slow: only with two shells
	$1 scripts/man-page dtrace-language 7 DATE line docs/language.md
	$1 scripts/man-page dtrace-providers 7 DATE line docs/providers.md
	$1 scripts/deps list build test vm
	awk -f scripts/c-string.awk -f runtime/dlib/embed.awk runtime/dlib/*.d
	awk -f scripts/c-string.awk -f dtrace-gen/embed.awk include/sys/sdt.h
}

# same NAME SHELL AWK
same() {
	TABLES=
	case $1 in 'busybox '*) TABLES=1 ;; esac
	name=$(echo "$1" | tr -d ' ')
	printf '#!/bin/sh\nexec %s "$@"\n' "$3" >"$TMP/bin/awk"
	chmod +x "$TMP/bin/awk"
	PATH=$TMP/bin:$PATH LOCPATH=$TMP/locale LC_ALL=${locale:-C} generators "$2" >"$TMP/$name" 2>&1
	diff "$TMP/wanted" "$TMP/$name" >"$TMP/said" 2>&1
	verdict "generators-$name"
}

TABLES=1 LC_ALL=C generators sh >"$TMP/wanted"
for shell in dash 'bash --posix' 'busybox sh'; do
	$shell -c : 2>/dev/null && same "$shell" "$shell" "$(command -v awk)"
done
for awk in mawk gawk 'gawk --posix' 'busybox awk' original-awk; do
	$awk 'BEGIN { exit }' 2>/dev/null && same "$awk" sh "$awk"
done
exit 0
