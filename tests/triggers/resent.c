// SPDX-License-Identifier: BSD-2-Clause
/*
 * resent: a connection from 127.83.19.16 to port 7184 of 127.83.19.17, which
 * nobody else uses. It sends 5 bytes; after a second the kernel asks whether the
 * other side is there, which answers. Then that drops all that comes, and 7
 * bytes are sent, and sent again three times by the kernel. Exit status 77: there
 * are no such addresses.
 */
#include <arpa/inet.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <linux/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

static int open_socket(const char *text, int port)
{
	struct sockaddr_in addr = { .sin_family = AF_INET, .sin_port = htons((in_port_t)port) };
	const int on = 1;
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	inet_pton(AF_INET, text, &addr.sin_addr);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (fd < 0 || bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		exit(77);
	return fd;
}

static struct tcp_info info_of(int fd)
{
	struct tcp_info info = { 0 };
	socklen_t bytes = sizeof(info);

	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &bytes))
		exit(1);
	return info;
}

static void set_option(int fd, int level, int option, int value)
{
	if (setsockopt(fd, level, option, &value, sizeof(value)))
		exit(1);
}

int main(void)
{
	struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
	struct sock_fprog filter = { .len = 1, .filter = &nothing };
	const struct timespec ms = { 0, 1000000 };
	const struct linger reset = { .l_onoff = 1 };
	int listener = open_socket("127.83.19.17", 7184), from = open_socket("127.83.19.16", 0), to;
	struct sockaddr_in addr;
	socklen_t len = sizeof(addr);
	unsigned int sent;
	char data[5];

	if (listen(listener, 1) || getsockname(listener, (struct sockaddr *)&addr, &len) ||
	    connect(from, (struct sockaddr *)&addr, len))
		return 1;
	to = accept(listener, NULL, NULL);
	if (send(from, "five ", 5, 0) != 5 || recv(to, data, 5, MSG_WAITALL) != 5)
		return 1;

	sent = info_of(from).tcpi_segs_out;
	set_option(from, IPPROTO_TCP, TCP_KEEPIDLE, 1);
	set_option(from, SOL_SOCKET, SO_KEEPALIVE, 1);
	while (info_of(from).tcpi_segs_out == sent)
		nanosleep(&ms, NULL);
	set_option(from, SOL_SOCKET, SO_KEEPALIVE, 0);

	if (setsockopt(to, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter)) || send(from, "seven..", 7, 0) != 7)
		return 1;
	while (info_of(from).tcpi_total_retrans < 3)
		nanosleep(&ms, NULL);
	/* else the kernel goes on after the end */
	if (setsockopt(from, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)) ||
	    setsockopt(to, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset)))
		return 1;
	return 0;
}
