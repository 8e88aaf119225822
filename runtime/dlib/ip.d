/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets, translated from their headers. Numbers are in host byte order,
 * addresses of type ipaddr_t in network byte order.
 */
#pragma D depends_on module vmlinux

typedef unsigned int ipaddr_t;
typedef struct in6_addr in6_addr_t;
typedef uint64_t netstackid_t;

typedef struct pktinfo {
	uintptr_t pkt_addr;
} pktinfo_t;

typedef struct csinfo {
	uintptr_t cs_addr;
	uint64_t cs_cid;
	pid_t cs_pid;
	zoneid_t cs_zoneid;
} csinfo_t;

typedef struct ipinfo {
	uint8_t ip_ver;
	uint32_t ip_plength;
	string ip_saddr;
	string ip_daddr;
} ipinfo_t;

typedef struct ifinfo {
	string if_name;
	int8_t if_local;
	netstackid_t if_ipstack;
	uintptr_t if_addr;
} ifinfo_t;

typedef struct ipv4info {
	uint8_t ipv4_ver;
	uint8_t ipv4_ihl;
	uint8_t ipv4_tos;
	uint16_t ipv4_length;
	uint16_t ipv4_ident;
	uint8_t ipv4_flags;
	uint16_t ipv4_offset;
	uint8_t ipv4_ttl;
	uint8_t ipv4_protocol;
	string ipv4_protostr;
	uint16_t ipv4_checksum;
	ipaddr_t ipv4_src;
	ipaddr_t ipv4_dst;
	string ipv4_saddr;
	string ipv4_daddr;
	struct iphdr *ipv4_hdr;
} ipv4info_t;

typedef struct ipv6info {
	uint8_t ipv6_ver;
	uint8_t ipv6_tclass;
	uint32_t ipv6_flow;
	uint16_t ipv6_plen;
	uint8_t ipv6_nexthdr;
	string ipv6_nextstr;
	uint8_t ipv6_hlim;
	in6_addr_t *ipv6_src;
	in6_addr_t *ipv6_dst;
	string ipv6_saddr;
	string ipv6_daddr;
	struct ipv6hdr *ipv6_hdr;
} ipv6info_t;

inline uint8_t IPPROTO_IP = 0;
inline uint8_t IPPROTO_ICMP = 1;
inline uint8_t IPPROTO_IGMP = 2;
inline uint8_t IPPROTO_EGP = 8;
inline uint8_t IPPROTO_TCP = 6;
inline uint8_t IPPROTO_UDP = 17;
inline uint8_t IPPROTO_IPV6 = 41;
inline uint8_t IPPROTO_ROUTING = 43;
inline uint8_t IPPROTO_ESP = 50;
inline uint8_t IPPROTO_AH = 51;
inline uint8_t IPPROTO_ICMPV6 = 58;
inline uint8_t IPPROTO_OSPF = 89;
inline uint8_t IPPROTO_SCTP = 132;
inline uint8_t IPPROTO_RAW = 255;
/* of sockets only */
inline uint16_t IPPROTO_MPTCP = 262;

/* bits of ipv4_flags */
inline uint8_t IPV4_MF = 2;
inline uint8_t IPV4_DF = 4;

inline string _protostr[uint8_t P] = P == 6 ? "TCP" : P == 17 ? "UDP" :
    P == 0 ? "IP" : P == 1 ? "ICMP" : P == 2 ? "IGMP" : P == 8 ? "EGP" :
    P == 41 ? "IPv6" : P == 43 ? "ROUTE" : P == 50 ? "ESP" : P == 51 ? "AH" :
    P == 58 ? "ICMPv6" : P == 89 ? "OSPF" : P == 132 ? "SCTP" :
    P == 255 ? "RAW" : lltostr(P);

translator pktinfo_t < struct sk_buff *P > {
	pkt_addr = (uintptr_t)P;
};

/* cs_pid is not set, because several processes may have the socket */
translator csinfo_t < struct sock *S > {
	cs_addr = (uintptr_t)S;
	cs_cid = (uint64_t)S;
	cs_zoneid = 0;
};

translator ifinfo_t < struct net_device *N > {
	if_name = N == NULL ? "<unknown>" : stringof(N->name);
	if_local = N == NULL;
	if_ipstack = N == NULL ? 0 : (uint64_t)N->nd_net.net;
	if_addr = (uintptr_t)N;
};

/*
 * A packet of more than 64 KB, which the kernel or the card divides after the
 * probe, has 0 as its length. Then that is what is in the kernel's buffer, the
 * probe's arg0, after BYTES of headers from A on.
 */
inline uint32_t _rest_of[struct sk_buff *P, uintptr_t A, uint32_t BYTES] =
    A == (uintptr_t)P->data || A == (uintptr_t)P->head + P->network_header ?
    P->len - (uint32_t)(A - (uintptr_t)P->data) - BYTES : 0;
inline uint32_t _ipv4_plength[struct iphdr *I] = I->tot_len == 0 ?
    _rest_of[(struct sk_buff *)arg0, (uintptr_t)I, 4 * I->ihl] :
    ntohs(I->tot_len) - 4 * I->ihl;
/* some kernels add an option with the length of 8 bytes, and remove it later */
inline uint32_t _ipv6_headers[struct ipv6hdr *I] =
    I->nexthdr == 0 && ((uint8_t *)(I + 1))[2] == 0xc2 ? 48 : 40;
inline uint32_t _ipv6_plength[struct ipv6hdr *I] = I->payload_len == 0 ?
    _rest_of[(struct sk_buff *)arg0, (uintptr_t)I, _ipv6_headers[I]] :
    ntohs(I->payload_len);

/* from a header of either version: both begin with the version */
translator ipinfo_t < struct iphdr *I > {
	ip_ver = I == NULL ? 0 : I->version;
	ip_plength = I == NULL ? 0 :
	    I->version == 4 ? _ipv4_plength[I] :
	    I->version == 6 ? _ipv6_plength[(struct ipv6hdr *)I] : 0;
	ip_saddr = I == NULL ? "<unknown>" :
	    I->version == 4 ? inet_ntoa(&I->saddr) :
	    I->version == 6 ? inet_ntoa6(&((struct ipv6hdr *)I)->saddr) :
	    "<unknown>";
	ip_daddr = I == NULL ? "<unknown>" :
	    I->version == 4 ? inet_ntoa(&I->daddr) :
	    I->version == 6 ? inet_ntoa6(&((struct ipv6hdr *)I)->daddr) :
	    "<unknown>";
};

/*
 * An IPv6 socket that listens for both versions has IPv4 connections, whose
 * packets are of version 4: its addresses then begin with ::ffff.
 */
inline int _is_mapped[struct in6_addr *A] = ((uint64_t *)A)[0] == 0 &&
    ((uint32_t *)A)[2] == htonl(0xffff);
inline string _in6_text[struct in6_addr *A] = _is_mapped[A] ?
    inet_ntoa((ipaddr_t *)A + 3) : inet_ntoa6(A);

/* for a packet of a connection, from its socket */
translator ipinfo_t < struct sock *S > {
	ip_ver = S->__sk_common.skc_family != 10 ||
	    _is_mapped[&S->__sk_common.skc_v6_daddr] ? 4 : 6;
	ip_plength = 0;
	ip_saddr = S->__sk_common.skc_family == 10 ?
	    _in6_text[&S->__sk_common.skc_v6_daddr] :
	    inet_ntoa(&S->__sk_common.skc_daddr);
	ip_daddr = S->__sk_common.skc_family == 10 ?
	    _in6_text[&S->__sk_common.skc_v6_rcv_saddr] :
	    inet_ntoa(&S->__sk_common.skc_rcv_saddr);
};

/* without a header, all members are 0 */
translator ipv4info_t < struct iphdr *I > {
	ipv4_ver = I == NULL ? 0 : I->version;
	ipv4_ihl = I == NULL ? 0 : 4 * I->ihl;
	ipv4_tos = I == NULL ? 0 : I->tos;
	ipv4_length = I == NULL ? 0 : ntohs(I->tot_len);
	ipv4_ident = I == NULL ? 0 : ntohs(I->id);
	ipv4_flags = I == NULL ? 0 : ntohs(I->frag_off) >> 12;
	ipv4_offset = I == NULL ? 0 : ntohs(I->frag_off) & 0x1fff;
	ipv4_ttl = I == NULL ? 0 : I->ttl;
	ipv4_protocol = I == NULL ? 0 : I->protocol;
	ipv4_protostr = I == NULL ? "<null>" : _protostr[I->protocol];
	ipv4_checksum = I == NULL ? 0 : ntohs(I->check);
	ipv4_src = I == NULL ? 0 : I->saddr;
	ipv4_dst = I == NULL ? 0 : I->daddr;
	ipv4_saddr = I == NULL ? "<null>" : inet_ntoa(&I->saddr);
	ipv4_daddr = I == NULL ? "<null>" : inet_ntoa(&I->daddr);
	ipv4_hdr = I;
};

translator ipv6info_t < struct ipv6hdr *I > {
	ipv6_ver = I == NULL ? 0 : I->version;
	ipv6_tclass = I == NULL ? 0 : I->priority << 4 | I->flow_lbl[0] >> 4;
	ipv6_flow = I == NULL ? 0 : (I->flow_lbl[0] & 0xf) << 16 |
	    I->flow_lbl[1] << 8 | I->flow_lbl[2];
	ipv6_plen = I == NULL ? 0 : ntohs(I->payload_len);
	ipv6_nexthdr = I == NULL ? 0 : I->nexthdr;
	ipv6_nextstr = I == NULL ? "<null>" : _protostr[I->nexthdr];
	ipv6_hlim = I == NULL ? 0 : I->hop_limit;
	ipv6_src = I == NULL ? NULL : &I->saddr;
	ipv6_dst = I == NULL ? NULL : &I->daddr;
	ipv6_saddr = I == NULL ? "<null>" : inet_ntoa6(&I->saddr);
	ipv6_daddr = I == NULL ? "<null>" : inet_ntoa6(&I->daddr);
	ipv6_hdr = I;
};
