#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The commands in README.md after <!-- run --> print the output shown there. All blocks are one session in a
# copy of the examples. Lines that begin with "$ " or "# " are commands; process ids become 1234.
#
# `tests/examples/readme.sh --print` prints the session again, to be copied into the page.
set -u
root=$PWD
PATH=$TMP/bin:$PATH
mkdir -p "$TMP/bin"
ln -sf "$DTRACE" "$TMP/bin/dtrace"
export CPATH="$root/include"

# The blocks, without their fences
awk '
/^<!-- run -->$/ { wanted = 1; next }
/^```/ { inside = wanted && !inside; if (!inside) wanted = 0; next }
inside' README.md >"$TMP/wanted"

# A shell script that prints each command as written there, then runs it
awk -v quote="'" '
!/^[$#] / { next }
{
	shown = $0
	gsub(quote, quote "\\" quote quote, shown)
	print "printf " quote "%s\\n" quote " " quote shown quote
	print substr($0, 3)
}' "$TMP/wanted" >"$TMP/session"

cp -r examples "$TMP/"
(cd "$TMP" && sh ./session) 2>&1 | sed 's/pid [0-9][0-9]* has/pid 1234 has/' >"$TMP/printed"
if [ "${1:-}" = --print ]; then
	cat "$TMP/printed"
elif ! [ -s "$TMP/session" ]; then
	echo "not ok session: README.md has no blocks to run"
elif diff -u "$TMP/wanted" "$TMP/printed"; then
	echo "ok session"
else
	echo "not ok session: README.md shows something else"
fi

# text that the page quotes is in the files
for quoted in 'ORDER_REJECT(order->id, order->trader, reason);' 'levels = print_book(market, text, sizeof(text));'; do
	grep -qF "$quoted" README.md && grep -qF "$quoted" examples/order/order.c ||
		echo "not ok quotes: $quoted"
done
sed -n '/^provider order/,/^};/p' README.md >"$TMP/definition"
sed -n '/^provider order/,/^};/p' examples/order/probes.d | grep -v '/\*' | diff "$TMP/definition" - &&
	echo "ok definition" || echo "not ok definition: not that of examples/order/probes.d"
