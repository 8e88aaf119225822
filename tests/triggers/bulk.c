// SPDX-License-Identifier: BSD-2-Clause
/*
 * bulk FAMILY: over loopback, by IPv4 or IPv6 (4, 6), a connection to port
 * 29117 that carries 1,000,000 bytes, which the kernel sends in segments as
 * large as it can make them. Exit status 77: there is no such address, or the
 * port is in use.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PORT = 29117, BYTES = 1000000 };

static int server(const struct sockaddr *at, socklen_t len)
{
	int fd = socket(at->sa_family, SOCK_STREAM, 0), yes = 1;

	if (fd < 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) ||
	    bind(fd, at, len) || listen(fd, 1))
		exit(77);
	return fd;
}

static void read_all(int listener)
{
	static char bytes[65536];
	int fd = accept(listener, NULL, NULL);

	while (read(fd, bytes, sizeof(bytes)) > 0)
		;
	_exit(0);
}

static void write_all(int fd)
{
	static char bytes[BYTES];
	ssize_t done;

	for (size_t at = 0; at < sizeof(bytes); at += (size_t)done) {
		done = write(fd, bytes + at, sizeof(bytes) - at);
		if (done <= 0)
			exit(1);
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_in at4 = { .sin_family = AF_INET,
				   .sin_port = htons(PORT) };
	struct sockaddr_in6 at6 = { .sin6_family = AF_INET6,
				    .sin6_port = htons(PORT),
				    .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	int is_4 = argc == 2 && !strcmp(argv[1], "4"), listener, fd;
	const struct sockaddr *at = is_4 ? (struct sockaddr *)&at4 :
					   (struct sockaddr *)&at6;
	socklen_t len = is_4 ? sizeof(at4) : sizeof(at6);
	pid_t reader;

	at4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listener = server(at, len);
	reader = fork();
	if (!reader)
		read_all(listener);
	fd = socket(at->sa_family, SOCK_STREAM, 0);
	if (connect(fd, at, len))
		return 1;
	write_all(fd);
	close(fd);
	return waitpid(reader, NULL, 0) != reader;
}
