#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @lock watches
#
# While mib uses all watches of the processors, -x evaltime stops a command by other means.
. tests/run/common.inc

"$DT" -qn 'BEGIN { printf("go\n"); } mib:::tcpOutSegs, mib:::tcpInSegs, mib:::udpOutDatagrams, mib:::ipInReceives { @ = count(); }' \
	>"$TMP/held" 2>"$TMP/said" </dev/null &
holder=$!
until grep -qsx go "$TMP/held" || ! kill -0 $holder 2>/dev/null; do sleep 0.01; done
if ! grep -qsx go "$TMP/held"; then
	echo "skip evaltime: needs four watches of each processor"
	exit
fi
for when in exec preinit postinit main; do
	expect "$when" 0 -x evaltime=$when -qn 'BEGIN { printf("%d\n", $target > 0); exit(0); }' -c "$TRIGGERS/loop 1" <<-'END'
	1

	--
	END
done
kill $holder
wait $holder
