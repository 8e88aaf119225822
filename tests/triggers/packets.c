// SPDX-License-Identifier: BSD-2-Clause
/*
 * packets: from 127.83.19.12 to 127.83.19.11, which nobody else uses, three
 * packets of SCTP (12 bytes of header and 4 more) and two of UDP-Lite (8 and
 * 4), written by hand: no module is needed. Exit status 77: there are no such
 * addresses.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SCTP = 132, UDP_LITE = 136 };

static void send_all(int protocol, int cnt, const void *packet, size_t bytes)
{
	struct sockaddr_in from = { .sin_family = AF_INET }, to = from;
	int fd = socket(AF_INET, SOCK_RAW, protocol);

	inet_pton(AF_INET, "127.83.19.12", &from.sin_addr);
	inet_pton(AF_INET, "127.83.19.11", &to.sin_addr);
	if (fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof(from)))
		exit(77);
	for (int i = 0; i < cnt; i++)
		if (sendto(fd, packet, bytes, 0, (struct sockaddr *)&to, sizeof(to)) != (ssize_t)bytes)
			exit(1);
	close(fd);
}

int main(void)
{
	const struct {
		uint16_t from, to;
		uint32_t tag, checksum;
		char data[4];
	} sctp = { htons(2905), htons(2906), htonl(0x12345678), htonl(0x9abcdef0), "sct" };
	const struct {
		uint16_t from, to, coverage, checksum;
		char data[4];
	} lite = { htons(4001), htons(4002), htons(8), htons(0x1234), "udp" };

	send_all(SCTP, 3, &sctp, sizeof(sctp));
	send_all(UDP_LITE, 2, &lite, sizeof(lite));
	return 0;
}
