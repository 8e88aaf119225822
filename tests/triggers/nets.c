// SPDX-License-Identifier: BSD-2-Clause
/*
 * nets own PROGRAM WORD...	runs the program in a network namespace of its own, where lo is up and takes packets
 *				of 1500 bytes. Exit status 77: there can be none
 * nets show			prints what the kernel counts there, a line each: NAME NUMBER, with names as nstat(8) has
 * nets load FILE		writes that into the file, and then makes the kernel count: connections that are made,
 *				refused, reset and dropped, segments sent again, datagrams, fragments, messages, and
 *				packets with errors. All of it has been counted when it ends
 *
 * Packets without a receiver pass the queue of the CPU that sends them, so an echo from there ends each part.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLOSED_PORT = 9, MTU = 1500, UNKNOWN_PROTOCOL = 253, UDPLITE = 136 };

static void need(bool is_true, const char *what)
{
	if (is_true)
		return;
	perror(what);
	exit(1);
}

/* ------------------------------------------------------------ what is counted */

/* Pairs of lines: "Tcp: NAME ..." and "Tcp: NUMBER ..." */
static void show_pairs(const char *path, FILE *out)
{
	static char names[1 << 14], values[1 << 14];
	FILE *file = fopen(path, "r");

	while (file && fgets(names, sizeof(names), file) && fgets(values, sizeof(values), file)) {
		char *name_rest, *value_rest;
		const char *prefix = strtok_r(names, ": \n", &name_rest);
		const char *name, *value;

		strtok_r(values, ": \n", &value_rest);
		while ((name = strtok_r(NULL, " \n", &name_rest)) && (value = strtok_r(NULL, " \n", &value_rest)))
			fprintf(out, "%s%s %s\n", prefix, name, value);
	}
	if (file)
		fclose(file);
}

static void show_list(const char *path, FILE *out)
{
	FILE *file = fopen(path, "r");
	char name[128], value[128];

	while (file && fscanf(file, "%127s %127s", name, value) == 2)
		fprintf(out, "%s %s\n", name, value);
	if (file)
		fclose(file);
}

static void show(FILE *out)
{
	show_pairs("/proc/self/net/snmp", out);
	show_pairs("/proc/self/net/netstat", out);
	show_list("/proc/self/net/snmp6", out);
	show_list("/proc/self/net/sctp/snmp", out);
}

/* ---------------------------------------------------------------- the namespace */

static void set(const char *path, const char *value)
{
	FILE *file = fopen(path, "w");

	if (!file || fputs(value, file) < 0 || fclose(file))
		exit(77);
}

/* What arrives from 127.0.0.1, and was not sent, is taken. */
static void own_namespace(void)
{
	struct ifreq up = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	struct ifreq mtu = { .ifr_name = "lo", .ifr_mtu = MTU };
	int fd;

	if (unshare(CLONE_NEWNET))
		exit(77);
	fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (ioctl(fd, SIOCSIFMTU, &mtu) || ioctl(fd, SIOCSIFFLAGS, &up))
		exit(77);
	close(fd);
	set("/proc/sys/net/ipv4/conf/all/accept_local", "1");
	set("/proc/sys/net/ipv4/conf/all/route_localnet", "1");
	set("/proc/sys/net/ipv4/ipfrag_time", "1");
}

/* --------------------------------------------------------------------- addresses */

struct addr {
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	};
	socklen_t bytes;
};

static struct addr loopback(int family, unsigned short port)
{
	struct addr addr = { .bytes = family == AF_INET ? sizeof(addr.v4) : sizeof(addr.v6) };

	if (family == AF_INET) {
		addr.v4 = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(port) };
		addr.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	} else {
		addr.v6 = (struct sockaddr_in6){ .sin6_family = AF_INET6, .sin6_port = htons(port) };
		addr.v6.sin6_addr = in6addr_loopback;
	}
	return addr;
}

/* A socket bound to a port of its own, which is *port_ret. */
static int bound(int family, int type, int protocol, unsigned short *port_ret)
{
	struct addr addr = loopback(family, 0);
	int fd = socket(family, type, protocol);

	if (fd < 0)
		return fd;
	need(!bind(fd, &addr.any, addr.bytes), "bind");
	need(!getsockname(fd, &addr.any, &addr.bytes), "getsockname");
	*port_ret = ntohs(addr.v4.sin_port); /* at the same place in both */
	return fd;
}

/* --------------------------------------------------------------------------- tcp */

struct pair {
	int client, server;
};

static struct pair connection(int family, int listener, unsigned short port)
{
	struct addr addr = loopback(family, port);
	struct pair pair = { .client = socket(family, SOCK_STREAM, 0) };

	need(!connect(pair.client, &addr.any, addr.bytes), "connect");
	pair.server = accept(listener, NULL, NULL);
	need(pair.server >= 0, "accept");
	return pair;
}

static void receive_all(int fd, size_t bytes)
{
	static char buf[1 << 16];

	while (bytes) {
		ssize_t got = read(fd, buf, bytes < sizeof(buf) ? bytes : sizeof(buf));

		need(got > 0, "read");
		bytes -= (size_t)got;
	}
}

/* Sends that much, gets an answer; both sides close. */
static void exchange(struct pair pair, size_t bytes)
{
	static char data[1 << 16];
	char end;

	need(write(pair.client, data, bytes) == (ssize_t)bytes, "write");
	receive_all(pair.server, bytes);
	need(write(pair.server, data, 10) == 10, "write");
	receive_all(pair.client, 10);
	close(pair.client);
	need(read(pair.server, &end, 1) == 0, "end");
	close(pair.server);
}

static void refused(int family)
{
	struct addr addr = loopback(family, CLOSED_PORT);
	int fd = socket(family, SOCK_STREAM, 0);

	need(connect(fd, &addr.any, addr.bytes) && errno == ECONNREFUSED, "refused");
	close(fd);
}

/* The client resets it, or the server does, with data that it has not read. */
static void reset(struct pair pair, bool is_by_server)
{
	const struct linger at_once = { .l_onoff = 1 };
	char end;
	int by = is_by_server ? pair.server : pair.client, other = is_by_server ? pair.client : pair.server;

	if (is_by_server) {
		need(write(other, "unread", 6) == 6, "write");
		need(recv(by, &end, 1, MSG_PEEK) == 1, "peek");
	} else {
		setsockopt(by, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	}
	close(by);
	need(read(other, &end, 1) < 0 && errno == ECONNRESET, "reset");
	close(other);
}

/* The server does not see it until it was sent again. */
static void send_again(struct pair pair)
{
	struct sock_filter none = BPF_STMT(BPF_RET | BPF_K, 0);
	const struct sock_fprog filter = { .len = 1, .filter = &none };
	struct tcp_info info = { 0 };
	socklen_t bytes = sizeof(info);

	need(!setsockopt(pair.server, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter)), "filter");
	need(write(pair.client, "again", 5) == 5, "write");
	while (!info.tcpi_total_retrans) {
		usleep(1000);
		need(!getsockopt(pair.client, IPPROTO_TCP, TCP_INFO, &info, &bytes), "info");
	}
	need(!setsockopt(pair.server, SOL_SOCKET, SO_DETACH_FILTER, &filter, sizeof(filter)), "filter");
	receive_all(pair.server, 5);
	exchange(pair, 100);
}

/* One connection waits to be accepted, and there is no room for the others. */
static void overflow(void)
{
	unsigned short port;
	int listener = bound(AF_INET, SOCK_STREAM, 0, &port), waiting = socket(AF_INET, SOCK_STREAM, 0);
	struct addr addr = loopback(AF_INET, port);

	need(!listen(listener, 0), "listen");
	need(!connect(waiting, &addr.any, addr.bytes), "connect");
	for (int i = 0; i < 3; i++) {
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

		need(connect(fd, &addr.any, addr.bytes) && errno == EINPROGRESS, "no room");
		close(fd);
	}
	exchange((struct pair){ waiting, accept(listener, NULL, NULL) }, 1);
	close(listener);
}

static void tcp_family(int family)
{
	unsigned short port;
	int listener = bound(family, SOCK_STREAM, 0, &port);

	need(!listen(listener, 8), "listen");
	for (int i = 0; i < 5; i++)
		exchange(connection(family, listener, port), 20000);
	for (int i = 0; i < 4; i++)
		refused(family);
	for (int i = 0; i < 3; i++)
		reset(connection(family, listener, port), i & 1);
	send_again(connection(family, listener, port));
	close(listener);
}

/* --------------------------------------------------------------------------- udp */

static void datagrams(int family, int protocol)
{
	unsigned short port;
	int fd = bound(family, SOCK_DGRAM, protocol, &port), other;
	struct addr addr = loopback(family, port), closed = loopback(family, CLOSED_PORT);
	static char data[4000];

	if (fd < 0)
		return; /* no such protocol */
	for (int i = 0; i < 7; i++) {
		/* two are fragmented */
		size_t bytes = i < 5 ? 10 : sizeof(data);

		need(sendto(fd, data, bytes, 0, &addr.any, addr.bytes) == (ssize_t)bytes, "sendto");
		need(recv(fd, data, sizeof(data), MSG_PEEK) == (ssize_t)bytes, "peek"); /* is not counted */
		need(recv(fd, data, sizeof(data), 0) == (ssize_t)bytes, "recv");
	}
	other = socket(family, SOCK_DGRAM, protocol);
	need(!connect(other, &closed.any, closed.bytes), "connect");
	for (int i = 0; i < 3; i++) {
		need(write(other, "x", 1) == 1, "write");
		need(read(other, data, 1) < 0 && errno == ECONNREFUSED, "refused");
	}
	close(other);
	for (int i = 0, least = 0; i < 50; i++) {
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &least, sizeof(least));
		sendto(fd, data, 1000, 0, &addr.any, addr.bytes);
	}
	close(fd);
}

static void no_route(void)
{
	struct addr addr = loopback(AF_INET, 7);
	int fd = socket(AF_INET, SOCK_DGRAM, 0), on = 1;

	addr.v4.sin_addr.s_addr = htonl(0x0a090909);
	for (int i = 0; i < 2; i++)
		need(sendto(fd, "x", 1, 0, &addr.any, addr.bytes) < 0, "no route");
	addr.v4.sin_addr.s_addr = htonl(0x7fffffff); /* to all */
	setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof(on));
	need(sendto(fd, "x", 1, 0, &addr.any, addr.bytes) == 1, "broadcast");
	close(fd);
}

/* -------------------------------------------------------------------------- sctp */

static unsigned long shown(const char *name)
{
	char *text = NULL, *line, *rest;
	unsigned long number = 0;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	show(out);
	fclose(out);
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (!strncmp(line, name, strlen(name)) && line[strlen(name)] == ' ')
			number = strtoul(line + strlen(name), NULL, 10);
	free(text);
	return number;
}

/* Acknowledgements come late; the last one ends the association. */
static void associations(void)
{
	unsigned short port;
	int listener = bound(AF_INET, SOCK_STREAM, IPPROTO_SCTP, &port);
	struct addr addr = loopback(AF_INET, port);
	char data[100] = "";

	if (listener < 0)
		return; /* no such protocol */
	need(!listen(listener, 8), "listen");
	for (int i = 0; i < 4; i++) {
		int client = socket(AF_INET, SOCK_STREAM, IPPROTO_SCTP), server;

		need(!connect(client, &addr.any, addr.bytes), "connect");
		server = accept(listener, NULL, NULL);
		need(write(client, data, sizeof(data)) == sizeof(data), "write");
		receive_all(server, sizeof(data));
		close(client);
		close(server);
	}
	close(listener);
	while (shown("SctpCurrEstab"))
		usleep(1000);
}

/* -------------------------------------------------------------------------- icmp */

static unsigned short checksum(const void *data, size_t bytes, unsigned int sum)
{
	const unsigned short *words = data;

	for (size_t i = 0; i < bytes / 2; i++)
		sum += words[i];
	sum = (sum & 0xffff) + (sum >> 16);
	return (unsigned short)~(sum + (sum >> 16));
}

/* Sends messages of the type, waits for an answer to each. */
static void messages(int family, unsigned char type, unsigned char answer, int cnt)
{
	struct addr addr = loopback(family, 0);
	int fd = socket(family, SOCK_RAW, family == AF_INET ? IPPROTO_ICMP : IPPROTO_ICMPV6);
	unsigned char message[20] = { type, [12] = 1 }, got[128];
	int header_bytes = family == AF_INET ? 20 : 0; /* those of IPv4 are passed */
	unsigned short sum = checksum(message, sizeof(message), 0);

	need(fd >= 0, "raw socket");
	memcpy(message + 2, &sum, sizeof(sum)); /* of IPv6 the kernel computes it */
	for (int i = 0; i < cnt; i++) {
		need(sendto(fd, message, sizeof(message), 0, &addr.any, addr.bytes) == sizeof(message), "message");
		do
			need(read(fd, got, sizeof(got)) > header_bytes, "answer");
		while (got[header_bytes] != answer);
	}
	close(fd);
}

/* ------------------------------------------------------------ packets with errors */

struct packet {
	unsigned char ethernet[12];
	unsigned short type;
	struct iphdr ip;
	union {
		struct tcphdr tcp;
		struct udphdr udp;
		struct icmphdr icmp;
		unsigned char data[64];
	};
} __attribute__((packed));

/* A packet for 127.0.0.1 as from the network, with a checksum of IP that is right. */
static struct packet packet(unsigned char protocol)
{
	struct packet packet = { .type = htons(0x800),
				 .ip = { .version = 4, .ihl = 5, .ttl = 64, .protocol = protocol } };

	packet.ip.tot_len = htons(sizeof(packet) - 14);
	packet.ip.saddr = packet.ip.daddr = htonl(INADDR_LOOPBACK);
	return packet;
}

static void arrive(struct packet packet, int cnt)
{
	struct sockaddr_ll lo = { .sll_family = AF_PACKET, .sll_ifindex = (int)if_nametoindex("lo"), .sll_halen = 6 };
	int fd = socket(AF_PACKET, SOCK_RAW, 0); /* it receives nothing */
	unsigned short spoiled = packet.ip.check;
	struct iphdr ip = packet.ip;

	ip.check = 0;
	ip.check = checksum(&ip, sizeof(ip), 0);
	ip.check = (unsigned short)(ip.check + spoiled);
	packet.ip = ip;
	need(fd >= 0, "packet socket");
	for (int i = 0; i < cnt; i++)
		need(sendto(fd, &packet, sizeof(packet), 0, (struct sockaddr *)&lo, sizeof(lo)) == sizeof(packet),
		     "packet");
	close(fd);
}

/* Of the 64 bytes and the addresses before them */
static unsigned short transport_sum(const struct packet *packet)
{
	unsigned int pseudo = htons(packet->ip.protocol) + htons(sizeof(packet->data));
	unsigned int addr = packet->ip.saddr;

	return checksum(packet->data, sizeof(packet->data), pseudo + 2 * ((addr & 0xffff) + (addr >> 16)));
}

static void spoiled_headers(void)
{
	struct packet bad = packet(UNKNOWN_PROTOCOL);

	arrive(bad, 4);
	bad.ip.check = 1;
	arrive(bad, 3);
	bad.ip.check = 0;
	bad.ip.tot_len = htons(1400); /* it has less */
	arrive(bad, 2);
	bad = packet(IPPROTO_ICMP);
	bad.icmp.type = ICMP_ECHO;
	bad.icmp.checksum = 1;
	arrive(bad, 2);
	bad = packet(UNKNOWN_PROTOCOL);
	bad.ip.daddr = htonl(0x0a090909);
	arrive(bad, 2);
}

/* A wrong checksum, a header that is too short; a request whose sender then knows nothing of it. */
static void spoiled_segments(void)
{
	unsigned short port;
	int listener = bound(AF_INET, SOCK_STREAM, 0, &port);
	struct packet bad = packet(IPPROTO_TCP);

	need(!listen(listener, 8), "listen");
	bad.tcp.dest = htons(port);
	bad.tcp.source = htons(CLOSED_PORT);
	bad.tcp.doff = sizeof(bad.data) / 4 - 1;
	bad.tcp.ack = 1;
	arrive(bad, 3);
	bad.tcp.doff = 4;
	arrive(bad, 2);
	memset(&bad.tcp, 0, sizeof(bad.tcp));
	bad.tcp.dest = htons(port);
	bad.tcp.source = htons(CLOSED_PORT);
	bad.tcp.doff = 5;
	bad.tcp.syn = 1;
	bad.tcp.check = transport_sum(&bad);
	arrive(bad, 1);
	close(listener);
}

static void spoiled_datagrams(void)
{
	unsigned short port;
	int fd = bound(AF_INET, SOCK_DGRAM, 0, &port);
	struct packet bad = packet(IPPROTO_UDP);
	char got[64];

	bad.udp.dest = htons(port);
	bad.udp.len = htons(sizeof(bad.data));
	bad.udp.check = 1;
	arrive(bad, 3);
	bad.udp.dest = htons(CLOSED_PORT);
	arrive(bad, 2);
	messages(AF_INET, ICMP_ECHO, ICMP_ECHOREPLY, 1);
	/* the checksum is checked when a datagram is read */
	need(recv(fd, got, sizeof(got), MSG_DONTWAIT) < 0 && errno == EAGAIN, "recv");
	close(fd);
}

/* The first fragment of a packet, and no other: it is given up after a second. */
static void lost_fragment(void)
{
	struct packet first = packet(IPPROTO_UDP);
	unsigned long cnt = shown("IpReasmFails");

	first.ip.frag_off = htons(IP_MF);
	arrive(first, 1);
	while (shown("IpReasmFails") == cnt)
		usleep(1000);
}

/* ---------------------------------------------------------------------- all of it */

static void on_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	/* without a second one on the first again */
	(void)sched_setaffinity(0, sizeof(set), &set);
}

static void load(void)
{
	on_cpu(0);
	tcp_family(AF_INET);
	tcp_family(AF_INET6);
	overflow();
	datagrams(AF_INET, IPPROTO_UDP);
	datagrams(AF_INET6, IPPROTO_UDP);
	datagrams(AF_INET, UDPLITE);
	datagrams(AF_INET6, UDPLITE);
	associations();
	no_route();
	spoiled_headers();
	spoiled_segments();
	spoiled_datagrams();
	lost_fragment();
	messages(AF_INET, ICMP_ECHO, ICMP_ECHOREPLY, 6);
	messages(AF_INET, ICMP_TIMESTAMP, ICMP_TIMESTAMPREPLY, 2);
	messages(AF_INET6, 128, 129, 4);
	on_cpu(1);
	tcp_family(AF_INET);
	datagrams(AF_INET6, IPPROTO_UDP);
	messages(AF_INET, ICMP_ECHO, ICMP_ECHOREPLY, 3);
}

int main(int argc, char **argv)
{
	FILE *out;

	if (argc > 2 && !strcmp(argv[1], "own")) {
		own_namespace();
		execvp(argv[2], argv + 2);
		return 127;
	}
	if (argc > 1 && !strcmp(argv[1], "show")) {
		show(stdout);
		return 0;
	}
	if (argc != 3 || strcmp(argv[1], "load"))
		return 2;
	out = fopen(argv[2], "w");
	need(out != NULL, argv[2]);
	show(out);
	fclose(out);
	load();
	return 0;
}
