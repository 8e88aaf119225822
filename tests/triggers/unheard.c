// SPDX-License-Identifier: BSD-2-Clause
/*
 * unheard: connects on ::1 to a listener that drops all that comes, and asks
 * again once. Exit status 77: there is no such address.
 */
#include <arpa/inet.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>

int main(void)
{
	struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
	struct sock_fprog filter = { .len = 1, .filter = &nothing };
	struct sockaddr_in6 at = { .sin6_family = AF_INET6,
				   .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	socklen_t len = sizeof(at);
	int to = socket(AF_INET6, SOCK_STREAM, 0);
	int from = socket(AF_INET6, SOCK_STREAM, 0);
	int once = 1;

	if (to < 0 || from < 0 || bind(to, (struct sockaddr *)&at, len) ||
	    getsockname(to, (struct sockaddr *)&at, &len))
		exit(77);
	if (setsockopt(to, SOL_SOCKET, SO_ATTACH_FILTER, &filter,
		       sizeof(filter)) ||
	    setsockopt(from, IPPROTO_TCP, TCP_SYNCNT, &once, sizeof(once)) ||
	    listen(to, 1))
		exit(1);
	return !connect(from, (struct sockaddr *)&at, len);
}
