// SPDX-License-Identifier: BSD-2-Clause
/*
 * handmade: segments of TCP that belong to no connection, from 127.83.19.14 to
 * 127.83.19.15, which nobody else uses, with the flag RST, which is not
 * answered: two by a raw socket that is connected, three by one that is not.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
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

int main(void)
{
	send_all(1, 2);
	send_all(0, 3);
	return 0;
}
