/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SCTP and UDP-Lite: packets, translated from their headers, which begin with
 * the ports, like those of UDP. The kernel has no separate type for UDP-Lite
 * headers, and not all kernels have the one for SCTP.
 */
#pragma D depends_on module vmlinux

typedef struct udpliteinfo {
	uint16_t udplite_sport;
	uint16_t udplite_dport;
	uint16_t udplite_coverage;
	uint16_t udplite_checksum;
	struct udphdr *udplite_hdr;
} udpliteinfo_t;

typedef struct udplitesinfo {
	uintptr_t udplites_addr;
	uint16_t udplites_lport;
	uint16_t udplites_rport;
	string udplites_laddr;
	string udplites_raddr;
} udplitesinfo_t;

typedef struct sctpinfo {
	uint16_t sctp_sport;
	uint16_t sctp_dport;
	uint32_t sctp_verify;
	uint32_t sctp_checksum;
	uintptr_t sctp_hdr;
} sctpinfo_t;

typedef struct sctpsinfo {
	uintptr_t sctps_addr;
	uint16_t sctps_lport;
	uint16_t sctps_rport;
	string sctps_laddr;
	string sctps_raddr;
} sctpsinfo_t;

translator udpliteinfo_t < struct udphdr *U > {
	udplite_sport = ntohs(U->source);
	udplite_dport = ntohs(U->dest);
	udplite_coverage = ntohs(U->len);
	udplite_checksum = ntohs(U->check);
	udplite_hdr = U;
};

translator udplitesinfo_t < struct udp_sock *U > {
	udplites_addr = (uintptr_t)U;
	udplites_lport = xlate <udpsinfo_t> (U).udps_lport;
	udplites_rport = xlate <udpsinfo_t> (U).udps_rport;
	udplites_laddr = xlate <udpsinfo_t> (U).udps_laddr;
	udplites_raddr = xlate <udpsinfo_t> (U).udps_raddr;
};

translator sctpinfo_t < struct udphdr *S > {
	sctp_sport = ntohs(S->source);
	sctp_dport = ntohs(S->dest);
	sctp_verify = ntohl(((uint32_t *)S)[1]);
	sctp_checksum = ntohl(((uint32_t *)S)[2]);
	sctp_hdr = (uintptr_t)S;
};

translator sctpsinfo_t < struct udp_sock *S > {
	sctps_addr = (uintptr_t)S;
	sctps_lport = xlate <udpsinfo_t> (S).udps_lport;
	sctps_rport = xlate <udpsinfo_t> (S).udps_rport;
	sctps_laddr = xlate <udpsinfo_t> (S).udps_laddr;
	sctps_raddr = xlate <udpsinfo_t> (S).udps_raddr;
};
