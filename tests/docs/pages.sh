#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The manual page is well-formed, the tables in docs/ match the sources, and links between pages
# and to files lead to something that exists.
set -u

docs/gen-tables --check >"$TMP/tables" 2>&1
if [ $? -eq 0 ]; then
	echo "ok tables"
else
	cat "$TMP/tables"
	echo "not ok tables: run docs/gen-tables"
fi

if command -v mandoc >/dev/null; then
	# the machine's own index of pages may be old, which gives a message for each .Xr
	mandoc -T lint docs/dtrace.1 docs/dtrace-merge.1 "$BUILD"/man/*.7 2>&1 | grep -v -e ': outdated mandoc.db lacks ' -e 'referenced manual not found' >"$TMP/lint"
	if [ -s "$TMP/lint" ]; then
		cat "$TMP/lint"
		echo "not ok manual-page: mandoc complains"
	else
		echo "ok manual-page"
	fi
else
	echo "skip manual-page: needs mandoc"
fi

# Each option that has a help text is on the page
grep -o '^\.It Fl [^ ]*' docs/dtrace.1 | sed 's/^\.It Fl //' | sort >"$TMP/page"
sed -n 's/^OPT([^"]*"-\([^"]*\)",[^"]*"[^"]*",[^"]*"..*").*/\1/p' cmd/options.def | sed 's/=$//' |
	sort >"$TMP/command"
if missing=$(comm -13 "$TMP/page" "$TMP/command") && [ -z "$missing" ] && [ -s "$TMP/command" ]; then
	echo "ok options"
else
	echo "not ok options: not on the manual page:" $missing
fi

# The programs on the pages about the language and the providers compile, without a process for $target
awk -v dir="$TMP" '
/^```d$/ { file = dir "/block" ++n ".d"; printf "" >file; next }
/^```/ { file = "" }
file != "" { print >file }' docs/language.md docs/providers.md
for block in "$TMP"/block*.d; do
	"$DTRACE" -eZ -s "$block"
done 2>&1 | awk '/^dtrace: warning: .*: \$target is that of -c or -p$/ { skip = 4 } skip-- > 0 { next } { print }' >"$TMP/compiled"
if [ -s "$TMP/compiled" ]; then
	cat "$TMP/compiled"
	echo "not ok programs: does not compile"
else
	echo "ok programs"
fi

# An argument without a name is "file ..."
nameless=$(grep -h 'Ns Ar$' docs/dtrace.1 docs/dtrace-merge.1)
if [ -z "$nameless" ]; then
	echo "ok arguments"
else
	echo "not ok arguments: without a name:" $nameless
fi

# [text](path) and `path/` in Markdown
: >"$TMP/dead"
for page in README.md docs/*.md; do
	grep -o '](\([^)#]*\)' "$page" | sed 's/^](//' | grep -v '^http' | while read -r link; do
		[ -z "$link" ] || [ -e "${page%/*}/$link" ] || [ -e "$link" ] || echo "$page: $link"
	done
done >"$TMP/dead"
if [ -s "$TMP/dead" ]; then
	echo "not ok links: $(tr '\n' ' ' <"$TMP/dead")"
else
	echo "ok links"
fi
