// SPDX-License-Identifier: BSD-2-Clause
/*
 * mapped: between 127.83.19.10 (client) and 127.83.19.9 (server), which nobody
 * else uses: a connection of IPv6 sockets, which know these addresses as
 * ::ffff:127.83.19.9 and so on. It carries 100 bytes, and the client closes it
 * first. Exit status 77: there are no such addresses.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A socket for both versions that is bound to @ip, and its address. */
static int bound(const char *ip, struct sockaddr_in6 *at)
{
	int fd = socket(AF_INET6, SOCK_STREAM, 0), no = 0;
	socklen_t len = sizeof(*at);

	memset(at, 0, sizeof(*at));
	at->sin6_family = AF_INET6;
	inet_pton(AF_INET6, ip, &at->sin6_addr);
	if (fd < 0 ||
	    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no)) ||
	    bind(fd, (struct sockaddr *)at, sizeof(*at)) ||
	    getsockname(fd, (struct sockaddr *)at, &len))
		exit(77);
	return fd;
}

int main(void)
{
	struct sockaddr_in6 server, client;
	char bytes[100] = "";
	int listener = bound("::ffff:127.83.19.9", &server);
	int from = bound("::ffff:127.83.19.10", &client), to;

	if (listen(listener, 1) ||
	    connect(from, (struct sockaddr *)&server, sizeof(server)))
		return 1;
	to = accept(listener, NULL, NULL);
	if (write(from, bytes, sizeof(bytes)) != sizeof(bytes))
		return 1;
	close(from);
	while (read(to, bytes, sizeof(bytes)) > 0)
		;
	close(to);
	close(listener);
	return 0;
}
