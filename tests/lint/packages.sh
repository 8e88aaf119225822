#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# debian/ is consistent with the project: the version of the Makefile, the packages that scripts/deps lists for the
# build, each installed file in one package, files that exist, and the licence of each file.
set -u
. tests/lint/files.inc

# ---- the version: in the Makefile, and in the head of the changelog
wanted=$(scripts/package version)
sed -n '1s/^dtrace (1:\([^)]*\)) .*/\1/p' debian/changelog | grep -qxF "$wanted" ||
	echo "debian/changelog: $(head -n 1 debian/changelog): the Makefile has $wanted" >"$TMP/bad"
files '*' | grep -Ev '^(tests|docs|debian)/|^Makefile$' | tr '\n' '\0' |
	xargs -0 grep -nIF "version: $wanted" -i | sed 's/$/  (a version of its own)/' >>"$TMP/bad"
verdict version

# ---- Build-Depends: without packages that are always installed for builds
scripts/deps list build | grep -Evx 'gcc|libc6-dev|linux-libc-dev' | sed 's/^pkg-config$/pkgconf/' | sort >"$TMP/wanted"
awk '/^[A-Z]/ { is_in = /^Build-Depends:/ } is_in' debian/control | sed 's/^Build-Depends://' | tr ',' '\n' |
	sed 's/^ *//' | grep -Ev 'nocheck|^debhelper-compat|^$' | sort >"$TMP/has"
diff "$TMP/wanted" "$TMP/has" | sed -n -e 's/^</debian\/control lacks/p' -e 's/^>/scripts\/deps lacks/p' >"$TMP/bad"
verdict build-depends

# ---- each installed file is in exactly one package
make --no-print-directory NODEPS=1 PREFIX=/usr --eval 'print:;@printf "%s\n" \
	$(foreach e,$(INSTALL_ALL),$(lastword $(subst :, ,$e))) $(TOOLS:%=$(BINDIR)/dtrace-%)' print |
	sed -e 's|^/||' -e 's|^usr/bin/dtrace-.*/|usr/bin/dtrace-|' >"$TMP/installed"

# packages_of FILE: debian/rules excludes dtrace-merge from the package of the tools
packages_of() {
	for list in debian/*.install; do
		while read -r pattern; do
			# shellcheck disable=SC2254  # a pattern
			case $1 in
			usr/bin/dtrace-merge) [ "$pattern" = usr/bin/dtrace-merge ] && echo "$list" ;;
			$pattern | $pattern/*) echo "$list" ;;
			esac
		done <"$list"
	done
}
while read -r file; do
	[ "$(packages_of "$file" | wc -l)" -eq 1 ] || echo "$file: in $(packages_of "$file" | tr '\n' ' ')(one package has it)"
done <"$TMP/installed" >"$TMP/bad"
[ "$(wc -l <"$TMP/installed")" -gt 50 ] || echo 'Makefile: INSTALL_ALL was not understood' >>"$TMP/bad"
for list in debian/*.docs debian/*.examples; do
	while read -r pattern; do
		for file in $pattern; do
			[ -e "$file" ] || echo "$list: no $file"
		done
	done <"$list"
done >>"$TMP/bad"
verdict installed

# ---- debian/copyright: "PATTERN LICENCE", where later lines take precedence
awk '
/^$/ { n = 0 }
/^Files:/ { is_in = 1; sub(/^Files:/, "") }
/^[A-Z][a-z]*:/ { is_in = 0 }
is_in { pattern[++n] = $1 }
/^License:/ { sub(/^License: /, ""); for (i = 1; i <= n; i++) print pattern[i], $0 }' debian/copyright >"$TMP/stanzas"

licence_of() {
	while read -r pattern licence; do
		# shellcheck disable=SC2254  # a pattern
		case $1 in
		$pattern) found=$licence ;;
		esac
	done <"$TMP/stanzas"
	echo "$found"
}
files '*' | grep -Ev '^tests/(golden|fuzz/corpus)/' | tr '\n' '\0' | xargs -0 awk '
FNR <= 2 && match($0, /^[^A-Za-z]*SPDX-License-Identifier: /) {
	name = substr($0, RSTART + RLENGTH)
	sub(/[ \t]*\*\/.*$/, "", name)
	gsub(/[()]/, "", name)
	sub(/ OR /, " or ", name)
	print FILENAME, name
}
FNR > 1 { nextfile }' | while read -r file licence; do
	[ "$(licence_of "$file")" = "$licence" ] || echo "debian/copyright: $file is not $(licence_of "$file") but $licence"
done >"$TMP/bad"
verdict copyright
