// SPDX-License-Identifier: BSD-2-Clause
/*
 * sockets: between 127.83.19.8 (client) and 127.83.19.7 (server), which nobody
 * else uses: a connection that carries 100 bytes and is closed by the client
 * first, a connection that is refused, and three datagrams of 50 bytes. Exit
 * status 77: there are no such addresses.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char server_ip[] = "127.83.19.7", client_ip[] = "127.83.19.8";

/* A socket that is bound to @ip, and its address. */
static int bound(int type, const char *ip, struct sockaddr_in *at)
{
	int fd = socket(AF_INET, type, 0);
	socklen_t len = sizeof(*at);

	memset(at, 0, sizeof(*at));
	at->sin_family = AF_INET;
	inet_pton(AF_INET, ip, &at->sin_addr);
	if (fd < 0 || bind(fd, (struct sockaddr *)at, sizeof(*at)) ||
	    getsockname(fd, (struct sockaddr *)at, &len))
		exit(77);
	return fd;
}

static void stream(void)
{
	struct sockaddr_in server, client;
	char bytes[100] = "";
	int listener = bound(SOCK_STREAM, server_ip, &server);
	int from = bound(SOCK_STREAM, client_ip, &client), to;

	if (listen(listener, 1) ||
	    connect(from, (struct sockaddr *)&server, sizeof(server)))
		exit(1);
	to = accept(listener, NULL, NULL);
	if (write(from, bytes, sizeof(bytes)) != sizeof(bytes))
		exit(1);
	close(from);
	while (read(to, bytes, sizeof(bytes)) > 0)
		;
	close(to);
	close(listener);
}

static void refused(void)
{
	struct sockaddr_in server, client;
	int nobody = bound(SOCK_STREAM, server_ip, &server);
	int from = bound(SOCK_STREAM, client_ip, &client);

	if (!connect(from, (struct sockaddr *)&server, sizeof(server)))
		exit(1);
	close(from);
	close(nobody);
}

static void datagrams(void)
{
	struct sockaddr_in server, client;
	char bytes[50] = "";
	int to = bound(SOCK_DGRAM, server_ip, &server);
	int from = bound(SOCK_DGRAM, client_ip, &client);

	for (int i = 0; i < 3; i++) {
		sendto(from, bytes, sizeof(bytes), 0,
		       (struct sockaddr *)&server, sizeof(server));
		if (recv(to, bytes, sizeof(bytes), 0) != sizeof(bytes))
			exit(1);
	}
	close(from);
	close(to);
}

int main(void)
{
	stream();
	refused();
	datagrams();
	return 0;
}
