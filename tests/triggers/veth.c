// SPDX-License-Identifier: BSD-2-Clause
/*
 * veth: two network namespaces of its own, connected as containers are, by a
 * pair of devices. From 10.98.0.1 to 10.98.0.2: a connection to port 7777 with
 * 5 bytes, which the sender closes first, one to 7778, where nobody listens,
 * and a datagram of 4000 bytes to port 5555, which has to be sent in
 * fragments; then one from fd98::1 to fd98::2. With the argument "bridge", the
 * device of the first namespace belongs to a bridge, which has its addresses,
 * with "macvlan" a second device on it has them, with an address of the link of
 * its own.
 * Exit status 77: no such devices can be made.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/ipv6.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <linux/veth.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OPEN_PORT = 7777, CLOSED_PORT = 7778, DATAGRAM_PORT = 5555, DATAGRAM_BYTES = 4000 };

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

static socklen_t set_address(union address *ret, const char *text, int port)
{
	memset(ret, 0, sizeof(*ret));
	if (inet_pton(AF_INET, text, &ret->v4.sin_addr) == 1) {
		ret->v4.sin_family = AF_INET;
		ret->v4.sin_port = htons((unsigned short)port);
		return sizeof(ret->v4);
	}
	inet_pton(AF_INET6, text, &ret->v6.sin6_addr);
	ret->v6.sin6_family = AF_INET6;
	ret->v6.sin6_port = htons((unsigned short)port);
	return sizeof(ret->v6);
}

/* ------------------------------------------------------------- the devices */

struct request {
	struct nlmsghdr head;
	struct ifinfomsg info;
	char attrs[512];
};

static struct rtattr *put(struct request *req, unsigned short type, const void *data, size_t bytes)
{
	struct rtattr *attr = (struct rtattr *)((char *)req + NLMSG_ALIGN(req->head.nlmsg_len));

	attr->rta_type = type;
	attr->rta_len = (unsigned short)RTA_LENGTH(bytes);
	memcpy(RTA_DATA(attr), data, bytes);
	req->head.nlmsg_len = (unsigned int)(NLMSG_ALIGN(req->head.nlmsg_len) + RTA_ALIGN(attr->rta_len));
	return attr;
}

static void end(struct request *req, struct rtattr *nest)
{
	nest->rta_len = (unsigned short)((char *)req + req->head.nlmsg_len - (char *)nest);
}

static const struct request new_device = {
	.head = { .nlmsg_len = NLMSG_LENGTH(sizeof(new_device.info)), .nlmsg_type = RTM_NEWLINK,
		  .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK },
};

static void make_device(const struct request *req)
{
	struct {
		struct nlmsghdr head;
		struct nlmsgerr error;
		char rest[1024];
	} answer;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

	if (send(fd, req, req->head.nlmsg_len, 0) < 0 || recv(fd, &answer, sizeof(answer), 0) < 0 ||
	    answer.error.error)
		exit(77);
	close(fd);
}

/* v0 here, v1 in the namespace of the process. */
static void make_pair(pid_t peer_pid)
{
	static const struct ifinfomsg no_info;
	struct request req = new_device;
	struct rtattr *link, *data, *peer;

	put(&req, IFLA_IFNAME, "v0", 3);
	link = put(&req, IFLA_LINKINFO, "", 0);
	put(&req, IFLA_INFO_KIND, "veth", 5);
	data = put(&req, IFLA_INFO_DATA, "", 0);
	peer = put(&req, VETH_INFO_PEER, &no_info, sizeof(no_info));
	put(&req, IFLA_IFNAME, "v1", 3);
	put(&req, IFLA_NET_NS_PID, &peer_pid, sizeof(peer_pid));
	end(&req, peer);
	end(&req, data);
	end(&req, link);
	make_device(&req);
}

/* Addresses of version 6 can be used at once. */
static void no_detection(void)
{
	int fd = open("/proc/sys/net/ipv6/conf/default/accept_dad", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, "0", 1) != 1)
		exit(77);
	close(fd);
}

/* Returns the index of v0, which is then up, without addresses. */
static int raise_first(void)
{
	struct ifreq req = { .ifr_name = "v0", .ifr_flags = IFF_UP | IFF_RUNNING };
	int sock = socket(AF_INET, SOCK_DGRAM, 0);

	if (ioctl(sock, SIOCSIFFLAGS, &req) || ioctl(sock, SIOCGIFINDEX, &req))
		exit(77);
	close(sock);
	return req.ifr_ifindex;
}

/* br0, with v0 as its only port */
static void make_bridge(void)
{
	struct ifreq req = { .ifr_name = "br0", .ifr_ifindex = raise_first() };
	int sock = socket(AF_INET, SOCK_DGRAM, 0);

	if (ioctl(sock, SIOCBRADDBR, "br0") || ioctl(sock, SIOCBRADDIF, &req))
		exit(77);
	close(sock);
}

/* m0 on v0 */
static void make_macvlan(void)
{
	int below = raise_first();
	struct request req = new_device;
	struct rtattr *link;

	put(&req, IFLA_IFNAME, "m0", 3);
	put(&req, IFLA_LINK, &below, sizeof(below));
	link = put(&req, IFLA_LINKINFO, "", 0);
	put(&req, IFLA_INFO_KIND, "macvlan", 8);
	end(&req, link);
	make_device(&req);
}

/* Returns the name of the device for the addresses. */
static const char *make_upper(const char *kind)
{
	if (!strcmp(kind, "bridge")) {
		make_bridge();
		return "br0";
	}
	if (!strcmp(kind, "macvlan")) {
		make_macvlan();
		return "m0";
	}
	return "v0";
}

static void raise_device(const char *name, const char *v4, const char *v6)
{
	struct in6_ifreq req6 = { .ifr6_prefixlen = 64 };
	struct ifreq req = { .ifr_flags = 0 };
	int sock = socket(AF_INET, SOCK_DGRAM, 0), sock6 = socket(AF_INET6, SOCK_DGRAM, 0);
	union address addr;

	strcpy(req.ifr_name, name);
	set_address(&addr, v4, 0);
	req.ifr_addr = addr.any;
	if (ioctl(sock, SIOCSIFADDR, &req))
		exit(77);
	set_address(&addr, "255.255.255.0", 0);
	req.ifr_netmask = addr.any;
	ioctl(sock, SIOCSIFNETMASK, &req);
	req.ifr_flags = IFF_UP | IFF_RUNNING;
	if (ioctl(sock, SIOCSIFFLAGS, &req) || ioctl(sock, SIOCGIFINDEX, &req))
		exit(77);
	req6.ifr6_ifindex = req.ifr_ifindex;
	inet_pton(AF_INET6, v6, &req6.ifr6_addr);
	if (ioctl(sock6, SIOCSIFADDR, &req6))
		exit(77);
	close(sock);
	close(sock6);
}

/* ------------------------------------------------------------ the two sides */

/* An address of version 6 can be used a little after both devices are up. */
static int open_port(int type, const char *text, int port)
{
	const struct timespec ms = { 0, 1000000 };
	union address addr;
	socklen_t bytes = set_address(&addr, text, port);
	int fd = socket(addr.any.sa_family, type, 0);

	while (bind(fd, &addr.any, bytes)) {
		if (errno != EADDRNOTAVAIL)
			exit(1);
		nanosleep(&ms, NULL);
	}
	if (type == SOCK_STREAM && listen(fd, 1))
		exit(1);
	return fd;
}

static void step(int fd)
{
	if (write(fd, "", 1) != 1)
		exit(1);
}

static void wait_step(int fd)
{
	char byte;

	if (read(fd, &byte, 1) != 1)
		exit(77);
}

static void receive(int sync)
{
	char data[DATAGRAM_BYTES];
	int listener, conn, v4, v6;

	if (unshare(CLONE_NEWNET))
		exit(77);
	no_detection();
	step(sync);
	wait_step(sync);
	raise_device("v1", "10.98.0.2", "fd98::2");
	listener = open_port(SOCK_STREAM, "10.98.0.2", OPEN_PORT);
	v4 = open_port(SOCK_DGRAM, "10.98.0.2", DATAGRAM_PORT);
	v6 = open_port(SOCK_DGRAM, "fd98::2", DATAGRAM_PORT);
	step(sync);
	conn = accept(listener, NULL, NULL);
	while (read(conn, data, sizeof(data)) > 0)
		;
	close(conn);
	if (recv(v4, data, sizeof(data), 0) != sizeof(data) || recv(v6, data, sizeof(data), 0) != sizeof(data))
		exit(1);
	exit(0);
}

/* Returns the socket, or -1. */
static int connect_to(int type, const char *text, int port)
{
	union address addr;
	socklen_t bytes = set_address(&addr, text, port);
	int fd = socket(addr.any.sa_family, type, 0);

	if (!connect(fd, &addr.any, bytes))
		return fd;
	close(fd);
	return -1;
}

static void send_bytes(int fd, size_t bytes)
{
	static const char data[DATAGRAM_BYTES];

	if (send(fd, data, bytes, 0) != (ssize_t)bytes)
		exit(1);
}

int main(int argc, char **argv)
{
	int sync[2], status, conn;
	char byte;
	pid_t pid;

	if (unshare(CLONE_NEWNET) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sync))
		return 77;
	pid = fork();
	if (!pid) {
		close(sync[0]);
		receive(sync[1]);
	}
	close(sync[1]);
	wait_step(sync[0]);
	no_detection();
	make_pair(pid);
	raise_device(make_upper(argc > 1 ? argv[1] : ""), "10.98.0.1", "fd98::1");
	step(sync[0]);
	wait_step(sync[0]);

	conn = connect_to(SOCK_STREAM, "10.98.0.2", OPEN_PORT);
	send_bytes(conn, 5);
	shutdown(conn, SHUT_WR);
	/* the other side has closed, too */
	if (read(conn, &byte, 1) != 0)
		return 1;
	close(conn);
	if (connect_to(SOCK_STREAM, "10.98.0.2", CLOSED_PORT) >= 0)
		return 1;
	send_bytes(connect_to(SOCK_DGRAM, "10.98.0.2", DATAGRAM_PORT), DATAGRAM_BYTES);
	close(open_port(SOCK_DGRAM, "fd98::1", 0));
	send_bytes(connect_to(SOCK_DGRAM, "fd98::2", DATAGRAM_PORT), DATAGRAM_BYTES);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
