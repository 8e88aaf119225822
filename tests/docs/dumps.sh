#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# The dumps in docs/internals.md match the output of `-x dump=`: each line of a block after <!-- dump: LETTER -->
# occurs, in this order, in the dump. "..." stands for omitted lines.
set -u
root=$PWD
cc_version=$("${CC:-gcc}" -dumpversion 2>/dev/null)
[ "$(uname -m)" = x86_64 ] && [ "${cc_version%%.*}" = 12 ] && "${CC:-gcc}" --version | grep -q '^gcc' || {
	echo "skip dumps: needs gcc 12 for x86-64, whose registers the page shows"
	exit 0
}
"$DTRACE" -x features | grep -q '^uprobe_multi  *yes' || {
	echo "skip dumps: needs uprobe_multi, whose programs the page shows"
	exit 0
}
cp -r examples/order "$TMP/"
cd "$TMP/order" || exit 2
export CPATH="$root/include"
"$DTRACE" -h -s probes.d && "${CC:-gcc}" -O2 -g -c order.c && "$DTRACE" -G -s probes.d order.o &&
	"${CC:-gcc}" -o order order.o probes.o || echo "not ok build: the example"
sed -n '/^order\$target:::accept$/,/^}$/p' "$root/docs/internals.md" >cents.d

# Replaces the pid and the number of CPUs
same() { sed -e 's/order[0-9][0-9]*:/order1234:/' -e 's/>= [0-9]* goto/>= 2 goto/'; }
for letter in a p t i o m b r; do
	awk -v start="<!-- dump: $letter -->" '
	$0 == start { wanted = 1; next }
	/^```/ { inside = wanted && !inside; if (!inside) wanted = 0; next }
	inside && $0 != "..."' "$root/docs/internals.md" >"wanted.$letter"
	"$DTRACE" -e -x dump=$letter -s cents.d -c ./order 2>&1 | same >"dump.$letter"
	awk '
	FILENAME == ARGV[1] { dump[++cnt] = $0; next }
	{
		while (at < cnt && dump[at + 1] != $0)
			at++
		if (at++ >= cnt) { print; exit }
	}' "dump.$letter" "wanted.$letter" >"missing.$letter"
	if [ -s "wanted.$letter" ] && ! [ -s "missing.$letter" ]; then
		echo "ok $letter"
	else
		echo "not ok $letter: not in the dump: $(cat "missing.$letter")"
	fi
done
