// SPDX-License-Identifier: BSD-2-Clause
/*
 * headers6: datagrams of UDP from ::1 to itself, to port 7183, with headers
 * between that of IPv6 and that of UDP: from port 7191 one without, from 7192
 * two with options for the destination, from 7193 three with options for each
 * hop, from 7194 four with both, and from 7195 two of 65000 bytes with both,
 * whose parts are fragments as well. Then a connection to port 7183 with options
 * for the destination, and 5 bytes. Exit status 77: there is no such address.
 */
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 7183, FIRST_PORT = 7191, LARGE = 65000, SMALL = 5, HOP = 1, DESTINATION = 2 };

static int open_socket(int type, int port)
{
	struct sockaddr_in6 addr = { .sin6_family = AF_INET6, .sin6_port = htons((in_port_t)port) };
	const int on = 1;
	int fd = socket(AF_INET6, type, 0);

	addr.sin6_addr = in6addr_loopback;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (fd < 0 || bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		exit(77);
	return fd;
}

static void connect_socket(int fd, int headers)
{
	/* 16 bytes of options: one that nobody knows, to be skipped */
	static const unsigned char options[16] = { 0, 1, 0x1e, 12 };
	struct sockaddr_in6 addr = { .sin6_family = AF_INET6, .sin6_port = htons(PORT) };

	addr.sin6_addr = in6addr_loopback;
	if ((headers & HOP && setsockopt(fd, IPPROTO_IPV6, IPV6_HOPOPTS, options, sizeof(options))) ||
	    (headers & DESTINATION && setsockopt(fd, IPPROTO_IPV6, IPV6_DSTOPTS, options, sizeof(options))) ||
	    connect(fd, (struct sockaddr *)&addr, sizeof(addr)))
		exit(1);
}

static void send_all(int receiver, int idx, int cnt, int headers, size_t bytes)
{
	static char data[LARGE];
	int fd = open_socket(SOCK_DGRAM, FIRST_PORT + idx);

	connect_socket(fd, headers);
	for (int i = 0; i < cnt; i++)
		if (send(fd, data, bytes, 0) != (ssize_t)bytes || recv(receiver, data, bytes, 0) != (ssize_t)bytes)
			exit(1);
	close(fd);
}

int main(void)
{
	int receiver = open_socket(SOCK_DGRAM, PORT), listener, conn;
	char data[SMALL];

	send_all(receiver, 0, 1, 0, SMALL);
	send_all(receiver, 1, 2, DESTINATION, SMALL);
	send_all(receiver, 2, 3, HOP, SMALL);
	send_all(receiver, 3, 4, HOP | DESTINATION, SMALL);
	send_all(receiver, 4, 2, HOP | DESTINATION, LARGE);

	listener = open_socket(SOCK_STREAM, PORT);
	conn = open_socket(SOCK_STREAM, 0);
	if (listen(listener, 1))
		return 1;
	connect_socket(conn, DESTINATION);
	if (send(conn, "hello", SMALL, 0) != SMALL ||
	    recv(accept(listener, NULL, NULL), data, SMALL, MSG_WAITALL) != SMALL)
		return 1;
	return 0;
}
