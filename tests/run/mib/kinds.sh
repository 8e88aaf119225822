#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @timeout 60
# @lock watches
#
# Counters of each kind in the kernel: per-CPU and shared words, counters that grow by more than 1, of IPv4 and IPv6. The
# traced growth equals that in /proc/net.
. tests/run/common.inc
. tests/run/mib/mib.inc

skips kinds && exit
keep_busy
compare tcp tcpOutSegs=TcpOutSegs tcpRetransSegs=TcpRetransSegs tcpListenDrop=TcpExtListenDrops tcpOutRsts=TcpOutRsts
compare ip ipIfStatsHCInOctets=IpExtInOctets ipReasmFails=IpReasmFails ip6FragCreates=Ip6FragCreates ip6OutRequests=Ip6OutRequests
compare udp udpInDatagrams=UdpInDatagrams udp6NoPorts=Udp6NoPorts udpInOverflows=UdpRcvbufErrors udp6InErrors=Udp6InErrors
if "$TRIGGERS/nets" show | grep -q ^Sctp; then
	compare sctp sctpInSCTPPacks=SctpInSCTPPacks sctpPassiveEstabs=SctpPassiveEstabs sctpOutOrderChunks=SctpOutOrderChunks \
		sctpOutCtrlChunks=SctpOutCtrlChunks
fi
compare icmp icmpInEchos=IcmpInEchos icmpOutMsgs=IcmpOutMsgs icmp6InMsgs=Icmp6InMsgs icmp6OutEchoReplies=Icmp6OutEchoReplies
