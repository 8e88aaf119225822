/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TCP and UDP: segments, translated from their headers, and connections, from
 * their sockets. A received segment has no socket yet: then only the ports and
 * addresses in its headers are known of its connection.
 */
#pragma D depends_on module vmlinux

typedef struct tcpinfo {
	uint16_t tcp_sport;
	uint16_t tcp_dport;
	uint32_t tcp_seq;
	uint32_t tcp_ack;
	uint8_t tcp_offset;
	uint8_t tcp_flags;
	uint16_t tcp_window;
	uint16_t tcp_checksum;
	uint16_t tcp_urgent;
	uintptr_t tcp_hdr;
} tcpinfo_t;

typedef struct tcpsinfo {
	uintptr_t tcps_addr;
	int tcps_local;
	uint16_t tcps_lport;
	uint16_t tcps_rport;
	string tcps_laddr;
	string tcps_raddr;
	int tcps_state;
	uint32_t tcps_iss;
	uint32_t tcps_suna;
	uint32_t tcps_snxt;
	uint32_t tcps_rnxt;
	uint32_t tcps_swnd;
	int32_t tcps_snd_ws;
	uint32_t tcps_rwnd;
	int32_t tcps_rcv_ws;
	uint32_t tcps_cwnd;
	uint32_t tcps_cwnd_ssthresh;
	uint32_t tcps_sack_snxt;
	uint32_t tcps_rto;
	uint32_t tcps_mss;
	int tcps_retransmit;
	uint32_t tcps_rtt;
	uint32_t tcps_rtt_sd;
	uint32_t tcps_irs;
} tcpsinfo_t;

typedef struct tcplsinfo {
	int tcps_state;
} tcplsinfo_t;

typedef struct udpinfo {
	uint16_t udp_sport;
	uint16_t udp_dport;
	uint16_t udp_length;
	uint16_t udp_checksum;
	struct udphdr *udp_hdr;
} udpinfo_t;

typedef struct udpsinfo {
	uintptr_t udps_addr;
	uint16_t udps_lport;
	uint16_t udps_rport;
	string udps_laddr;
	string udps_raddr;
} udpsinfo_t;

/* tcp_flags */
inline uint8_t TH_FIN = 0x01;
inline uint8_t TH_SYN = 0x02;
inline uint8_t TH_RST = 0x04;
inline uint8_t TH_PSH = 0x08;
inline uint8_t TH_PUSH = 0x08;
inline uint8_t TH_ACK = 0x10;
inline uint8_t TH_URG = 0x20;
inline uint8_t TH_ECE = 0x40;
inline uint8_t TH_CWR = 0x80;

/* tcps_state: numbers of Linux */
inline int TCP_STATE_IDLE = 0;
inline int TCP_STATE_ESTABLISHED = 1;
inline int TCP_STATE_SYN_SENT = 2;
inline int TCP_STATE_SYN_RECEIVED = 3;
inline int TCP_STATE_FIN_WAIT_1 = 4;
inline int TCP_STATE_FIN_WAIT_2 = 5;
inline int TCP_STATE_TIME_WAIT = 6;
inline int TCP_STATE_CLOSED = 7;
inline int TCP_STATE_CLOSE_WAIT = 8;
inline int TCP_STATE_LAST_ACK = 9;
inline int TCP_STATE_LISTEN = 10;
inline int TCP_STATE_CLOSING = 11;

inline string tcp_state_string[int S] = S == 0 ? "state-idle" :
    S == 1 ? "state-established" : S == 2 ? "state-syn-sent" :
    S == 3 ? "state-syn-received" : S == 4 ? "state-fin-wait-1" :
    S == 5 ? "state-fin-wait-2" : S == 6 ? "state-time-wait" :
    S == 7 ? "state-closed" : S == 8 ? "state-close-wait" :
    S == 9 ? "state-last-ack" : S == 10 ? "state-listen" :
    S == 11 ? "state-closing" : "<unknown>";

/* the kind of probe, in arg6 */
inline int NET_PROBE_OUTBOUND = 0;
inline int NET_PROBE_INBOUND = 1;
inline int NET_PROBE_STATE = 2;

/* without a segment, all members are 0 */
translator tcpinfo_t < struct tcphdr *T > {
	tcp_sport = T == NULL ? 0 : ntohs(T->source);
	tcp_dport = T == NULL ? 0 : ntohs(T->dest);
	tcp_seq = T == NULL ? 0 : ntohl(T->seq);
	tcp_ack = T == NULL ? 0 : ntohl(T->ack_seq);
	tcp_offset = T == NULL ? 0 : 4 * T->doff;
	tcp_flags = T == NULL ? 0 : ((uint8_t *)T)[13];
	tcp_window = T == NULL ? 0 : ntohs(T->window);
	tcp_checksum = T == NULL ? 0 : ntohs(T->check);
	tcp_urgent = T == NULL ? 0 : ntohs(T->urg_ptr);
	tcp_hdr = (uintptr_t)T;
};

/*
 * The segment that has completed or ended a connection, as far as it is known.
 * A connection that was requested (state 2 until the probe has fired) gets a
 * SYN, whose number is the one before those of the data, or a reset.
 */
translator tcpinfo_t < struct tcp_sock *T > {
	tcp_sport = ntohs(((struct sock *)T)->__sk_common.skc_dport);
	tcp_dport = _lport[T];
	tcp_seq = T->rcv_nxt -
	    (((struct sock *)T)->__sk_common.skc_state == 2 && arg7 == 1);
	tcp_ack = T->snd_nxt;
	tcp_offset = 20;
	tcp_flags = ((struct sock *)T)->__sk_common.skc_state != 2 ? TH_ACK :
	    arg7 == 1 ? TH_SYN | TH_ACK : TH_RST | TH_ACK;
	tcp_window = 0;
	tcp_checksum = 0;
	tcp_urgent = 0;
	tcp_hdr = 0;
};

/*
 * A socket of the connection, or what stands for it in TIME_WAIT (6) or until
 * it is accepted (12), which has no type. Segments of none have a raw socket:
 * the kernel's (a reset from a port that nobody listens on), or that of a
 * program that writes its own segments.
 */
inline int _is_known[struct tcp_sock *T] = T != NULL &&
    (((struct sock *)T)->__sk_common.skc_state == 6 ||
	((struct sock *)T)->__sk_common.skc_state == 12 ||
	((struct sock *)T)->sk_type == 1);
/* a complete socket, not that of a request or in TIME_WAIT */
inline int _is_tcp[struct tcp_sock *T] = _is_known[T] &&
    ((struct sock *)T)->__sk_common.skc_state != 6 &&
    ((struct sock *)T)->__sk_common.skc_state != 12;
/* the request of a connection, which has a state of its own, has received a SYN */
inline int _state_of[struct sock *S] =
    S->__sk_common.skc_state == 12 ? 3 : S->__sk_common.skc_state;
/*
 * The kernel counts received bytes without the SYN, and acknowledged ones with
 * it, but not where the request has sent it. Sockets of accepted connections
 * are copies of the one that listens, with its backlog.
 */
inline int _is_accepted[struct tcp_sock *T] =
    ((struct sock *)T)->sk_max_ack_backlog != 0;
/* a connection that is closed has given up the number of its port before */
inline uint16_t _lport[struct tcp_sock *T] =
    ((struct sock *)T)->__sk_common.skc_num != 0 ?
    ((struct sock *)T)->__sk_common.skc_num :
    ntohs(((struct inet_sock *)T)->inet_sport);
inline int _is_inbound = arg6 == 1;

/* the numbers wrap at 2^32 */
inline int _is_before[uint32_t A, uint32_t B] = (int32_t)(A - B) < 0;

/*
 * The segment in the probe's arg0 has numbers of its own: those of its data, of
 * SYN or of FIN. Without, it tells what has arrived, or asks whether the other
 * side is there, with a number before the next one: nothing is sent again.
 */
inline uint32_t _segment_bytes[struct sk_buff *P, struct tcphdr *T] =
    P->len - (uint32_t)((uintptr_t)T - (uintptr_t)P->data) - 4 * T->doff;
inline int _is_numbered[struct tcphdr *T] =
    ((uint8_t *)T)[13] & (TH_SYN | TH_FIN) ||
    _segment_bytes[(struct sk_buff *)arg0, T] != 0;

/* computed as the kernel computes the value that it keeps in clock ticks; ms */
inline uint32_t _rto_of[struct tcp_sock *T] =
    (T->srtt_us == 0 ? 1000 : ((T->srtt_us >> 3) + T->rttvar_us + 999) / 1000) <<
    ((struct inet_connection_sock *)T)->icsk_backoff;

inline uint64_t *_words_of[struct in6_addr *A] = (uint64_t *)A;
inline int _is_same_in6[struct in6_addr *A, struct in6_addr *B] =
    _words_of[A][0] == _words_of[B][0] && _words_of[A][1] == _words_of[B][1];

translator tcpsinfo_t < struct tcp_sock *T > {
	tcps_addr = _is_known[T] ? (uintptr_t)T : 0;
	tcps_local = !_is_known[T] ? 0 :
	    ((struct sock *)T)->__sk_common.skc_family == 2 ?
	    ((struct sock *)T)->__sk_common.skc_daddr ==
	    ((struct sock *)T)->__sk_common.skc_rcv_saddr :
	    _is_same_in6[&((struct sock *)T)->__sk_common.skc_v6_daddr,
		&((struct sock *)T)->__sk_common.skc_v6_rcv_saddr];
	tcps_lport = _is_known[T] ? _lport[T] :
	    _is_inbound ? ntohs(((struct tcphdr *)arg4)->dest) :
	    ntohs(((struct tcphdr *)arg4)->source);
	tcps_rport = _is_known[T] ?
	    ntohs(((struct sock *)T)->__sk_common.skc_dport) :
	    _is_inbound ? ntohs(((struct tcphdr *)arg4)->source) :
	    ntohs(((struct tcphdr *)arg4)->dest);
	tcps_laddr = !_is_known[T] ? _is_inbound ?
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr :
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr :
	    xlate <ipinfo_t> ((struct sock *)T).ip_daddr;
	tcps_raddr = !_is_known[T] ? _is_inbound ?
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr :
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr :
	    xlate <ipinfo_t> ((struct sock *)T).ip_saddr;
	/* the new state of the connection, where it changes */
	tcps_state = arg6 == 2 || arg7 ? (int)arg7 : !_is_known[T] ? 0 :
	    _state_of[(struct sock *)T];
	tcps_iss = _is_tcp[T] ?
	    T->snd_una - (uint32_t)T->bytes_acked - _is_accepted[T] : 0;
	tcps_suna = _is_tcp[T] ? T->snd_una : 0;
	tcps_snxt = _is_tcp[T] ? T->snd_nxt : 0;
	tcps_rnxt = _is_tcp[T] ? T->rcv_nxt : 0;
	tcps_swnd = _is_tcp[T] ? T->snd_wnd : 0;
	tcps_snd_ws = _is_tcp[T] ? T->rx_opt.snd_wscale : 0;
	tcps_rwnd = _is_tcp[T] ? T->rcv_wnd : 0;
	tcps_rcv_ws = _is_tcp[T] ? T->rx_opt.rcv_wscale : 0;
	tcps_cwnd = _is_tcp[T] ? T->snd_cwnd : 0;
	tcps_cwnd_ssthresh = _is_tcp[T] ? T->snd_ssthresh : 0;
	tcps_sack_snxt = !_is_tcp[T] ? 0 :
	    T->sacked_out == 0 ? T->snd_una :
	    T->highest_sack == NULL ? T->snd_nxt :
	    *(uint32_t *)T->highest_sack->cb;
	tcps_rto = !_is_tcp[T] ? 0 : _rto_of[T] > 120000 ? 120000 : _rto_of[T];
	tcps_mss = _is_tcp[T] ? T->mss_cache : 0;
	tcps_retransmit = _is_tcp[T] && arg6 == 0 &&
	    _is_before[ntohl(((struct tcphdr *)arg4)->seq), T->snd_nxt] &&
	    _is_numbered[(struct tcphdr *)arg4];
	tcps_rtt = _is_tcp[T] ? (T->srtt_us >> 3) / 1000 : 0;
	tcps_rtt_sd = _is_tcp[T] ? (T->mdev_us >> 2) / 1000 : 0;
	tcps_irs = !_is_tcp[T] || T->rcv_nxt == 0 ? 0 :
	    T->rcv_nxt - (uint32_t)T->bytes_received - 1;
};

translator tcplsinfo_t < int S > {
	tcps_state = S;
};

translator udpinfo_t < struct udphdr *U > {
	udp_sport = ntohs(U->source);
	udp_dport = ntohs(U->dest);
	udp_length = ntohs(U->len);
	udp_checksum = ntohs(U->check);
	udp_hdr = U;
};

/* the socket may be unknown; the other data are in the headers */
translator udpsinfo_t < struct udp_sock *U > {
	udps_addr = (uintptr_t)U;
	udps_lport = _is_inbound ? ntohs(((struct udphdr *)arg4)->dest) :
	    ntohs(((struct udphdr *)arg4)->source);
	udps_rport = _is_inbound ? ntohs(((struct udphdr *)arg4)->source) :
	    ntohs(((struct udphdr *)arg4)->dest);
	udps_laddr = _is_inbound ?
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr :
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr;
	udps_raddr = _is_inbound ?
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_saddr :
	    xlate <ipinfo_t> ((struct iphdr *)arg2).ip_daddr;
};
