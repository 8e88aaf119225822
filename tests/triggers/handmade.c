// SPDX-License-Identifier: BSD-2-Clause
/*
 * handmade: segments of TCP that belong to no connection, from 127.83.19.14 to
 * 127.83.19.15, which nobody else uses, with the flag RST, which is not
 * answered: two by a raw socket that is connected, three by one that is not.
 * Then packets with their own header of IPv6, from ::1 to itself, with datagrams
 * of UDP from port 4103 to 4104: three, and four with options before UDP.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/ip6.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void send_all(int is_connected, int cnt)
{
	const struct tcphdr segment = { .source = htons(4101), .dest = htons(4102), .seq = htonl(77), .doff = 5,
					.rst = 1, .window = htons(512) };
	struct sockaddr_in from = { .sin_family = AF_INET }, to = from;
	int fd = socket(AF_INET, SOCK_RAW, IPPROTO_TCP);

	inet_pton(AF_INET, "127.83.19.14", &from.sin_addr);
	inet_pton(AF_INET, "127.83.19.15", &to.sin_addr);
	if (fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof(from)) ||
	    (is_connected && connect(fd, (struct sockaddr *)&to, sizeof(to))))
		exit(1);
	for (int i = 0; i < cnt; i++)
		if (sendto(fd, &segment, sizeof(segment), 0, is_connected ? NULL : (struct sockaddr *)&to,
			   is_connected ? 0 : sizeof(to)) != sizeof(segment))
			exit(1);
	close(fd);
}

static void send_all6(int has_options, int cnt)
{
	struct {
		struct ip6_hdr ip;
		unsigned char rest[8 + sizeof(struct udphdr) + 4];
	} packet = { .ip = { .ip6_hlim = 64 } };
	const struct udphdr udp = { .source = htons(4103), .dest = htons(4104), .len = htons(sizeof(udp) + 4) };
	const unsigned char options[8] = { IPPROTO_UDP, 0, 1, 4 };
	size_t bytes = (has_options ? sizeof(options) : 0) + sizeof(udp) + 4;
	struct sockaddr_in6 to = { .sin6_family = AF_INET6 };
	int fd = socket(AF_INET6, SOCK_RAW, IPPROTO_RAW);

	to.sin6_addr = packet.ip.ip6_src = packet.ip.ip6_dst = in6addr_loopback;
	packet.ip.ip6_vfc = 6 << 4;
	packet.ip.ip6_plen = htons((uint16_t)bytes);
	packet.ip.ip6_nxt = has_options ? IPPROTO_DSTOPTS : IPPROTO_UDP;
	if (has_options)
		memcpy(packet.rest, options, sizeof(options));
	memcpy(packet.rest + (has_options ? sizeof(options) : 0), &udp, sizeof(udp));
	bytes += sizeof(packet.ip);
	for (int i = 0; i < cnt; i++)
		if (sendto(fd, &packet, bytes, 0, (struct sockaddr *)&to, sizeof(to)) != (ssize_t)bytes)
			exit(1);
	close(fd);
}

int main(void)
{
	send_all(1, 2);
	send_all(0, 3);
	send_all6(0, 3);
	send_all6(1, 4);
	return 0;
}
