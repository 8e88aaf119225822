#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @lock watches
#
# Counters that Linux does not have, that a module has, and more than a processor can watch: the message says why.
. tests/run/common.inc
. tests/run/mib/mib.inc

if ! can_watch; then
	expect processor 1 -n mib:::tcpInSegs <<'END'
--
dtrace: invalid probe specifier mib:::tcpInSegs: probe description mib:::tcpInSegs does not match any probes (the processor would have to watch the kernel's counter, and this kind of processor stops before a write, so that atomic writes would never end; use ip:::, tcp::: or udp:::)
  mib:::tcpInSegs
  ^~~~~~~~~~~~~~~
END
	exit
fi

"$DT" -l -P mib >"$TMP/list" 2>&1
awk '$NF ~ /^tcp(In|Out)/ { print $2, $3, $NF }' "$TMP/list" >"$TMP/out"
: >"$TMP/err"
cat >"$TMP/wanted" <<'END'
mib vmlinux tcpInSegs
mib vmlinux tcpOutSegs
mib vmlinux tcpInErrs
mib vmlinux tcpOutRsts
mib vmlinux tcpInCksumErrs
mib vmlinux tcpInCsumErrors
mib vmlinux tcpOutDataSegs
mib vmlinux tcpOutWinProbe
mib vmlinux tcpOutAckDelayed
--
END
same list 0 0

while read -r name why; do
	expect "$name" 1 -n "mib:::$name" <<END
--
dtrace: invalid probe specifier mib:::$name: probe description mib:::$name does not match any probes ($why)
  mib:::$name
  ^~~~~~$(echo "$name" | tr 'A-Za-z' '~')
END
done <<'END'
tcpRetransBytes Linux counts retransmitted segments, not their bytes: see mib:::tcpRetransSegs
tcpInDataDupSegs Linux does not count segments by their contents: see tcp:::receive
rawipInOverflows Linux does not count the packets of raw sockets
END

expect five 1 -n 'mib:::tcpInSegs,mib:::tcpOutSegs,mib:::tcpInErrs,mib:::tcpOutRsts,mib:::udpInErrors {}' <<'END'
--
dtrace: description 'mib:::tcpInSegs,mib:::tcpOutSegs,mib:::tcpInErrs,mib:::tcpOutRsts,mib:::udpInErrors ' matched 5 probes
dtrace: invalid probe specifier mib:::tcpInSegs,mib:::tcpOutSegs,mib:::tcpInErrs,mib:::tcpOutRsts,mib:::udpInErrors {}: a processor can watch 4 mib counters at a time; name the ones that you want
  mib:::tcpInSegs,mib:::tcpOutSegs,mib:::tcpInErrs,mib:::tcpOutRsts,mib:::udpInErrors {}
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
END

# another dtrace uses the watches
"$DT" -qn 'BEGIN { printf("go\n"); } mib:::tcpInSegs, mib:::tcpOutSegs, mib:::tcpInErrs, mib:::tcpOutRsts { }' \
	>"$TMP/first" 2>&1 &
first=$!
wait_for grep -qs go "$TMP/first"
expect in-use 1 -n mib:::udpInErrors <<'END'
--
dtrace: description 'mib:::udpInErrors' matched 1 probe
dtrace: mib:::udpInErrors: can't open a watchpoint (debug register) on CPU 0: No space left on device
dtrace: mib: other tracers or debuggers use watchpoints; a processor has 4
END
kill $first
wait $first
