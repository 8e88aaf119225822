// SPDX-License-Identifier: BSD-2-Clause
/*
 * drops: in a network namespace of its own, packets that IP drops on arrival
 * at d0 (3 with a wrong checksum, 2 with a short header, 4 of a protocol that
 * nobody has; 1 that UDP drops), and 3 to a neighbour on d1 that does not
 * answer. Prints what the kernel counted there (/proc/net/snmp), and the errors
 * that the sender got. Exit status 77: no such devices can be made.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/errqueue.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

enum { UNKNOWN_PROTOCOL = 253, CLOSED_PORT = 9 };

static void set_addr(struct sockaddr *ret, const char *text)
{
	struct sockaddr_in addr = { .sin_family = AF_INET, .sin_port = htons(CLOSED_PORT) };

	inet_pton(AF_INET, text, &addr.sin_addr);
	memcpy(ret, &addr, sizeof(addr));
}

/* A device, up, whose packets this program writes and reads. */
static int make_device(const char *name, int flags, const char *addr)
{
	struct ifreq req = { .ifr_flags = (short)(flags | IFF_NO_PI) };
	int fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC), sock = socket(AF_INET, SOCK_DGRAM, 0);

	strcpy(req.ifr_name, name);
	if (fd < 0 || ioctl(fd, TUNSETIFF, &req))
		exit(77);
	set_addr(&req.ifr_addr, addr);
	ioctl(sock, SIOCSIFADDR, &req);
	set_addr(&req.ifr_netmask, "255.255.255.0");
	ioctl(sock, SIOCSIFNETMASK, &req);
	req.ifr_flags = IFF_UP | IFF_RUNNING;
	if (ioctl(sock, SIOCSIFFLAGS, &req))
		exit(77);
	close(sock);
	return fd;
}

/* The kernel's messages to the sender come this way. */
static void raise_loopback(void)
{
	struct ifreq req = { .ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING };
	int sock = socket(AF_INET, SOCK_DGRAM, 0);

	if (ioctl(sock, SIOCSIFFLAGS, &req))
		exit(77);
	close(sock);
}

static unsigned short checksum(const void *data, size_t bytes)
{
	const unsigned short *words = data;
	unsigned int sum = 0;

	for (size_t i = 0; i < bytes / 2; i++)
		sum += words[i];
	sum = (sum & 0xffff) + (sum >> 16);
	return (unsigned short)~(sum + (sum >> 16));
}

/* @cnt packets of this protocol arrive at d0; @spoil: added to the checksum. */
static void arrive(int fd, int cnt, unsigned char protocol, unsigned int ihl, unsigned short spoil)
{
	struct {
		struct iphdr ip;
		struct udphdr udp;
	} packet = {
		.ip = { .version = 4, .ihl = ihl & 15, .ttl = 64, .protocol = protocol },
		.udp = { .source = htons(CLOSED_PORT), .dest = htons(CLOSED_PORT), .len = htons(8) },
	};

	packet.ip.tot_len = htons(sizeof(packet));
	inet_pton(AF_INET, "10.99.0.2", &packet.ip.saddr);
	inet_pton(AF_INET, "10.99.0.1", &packet.ip.daddr);
	packet.ip.check = checksum(&packet.ip, sizeof(packet.ip));
	packet.ip.check = (unsigned short)(packet.ip.check + spoil);
	for (int i = 0; i < cnt; i++)
		if (write(fd, &packet, sizeof(packet)) != sizeof(packet))
			exit(1);
}

static void set(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		exit(77);
	close(fd);
}

/* Sends @cnt datagrams to nobody; returns how many errors come back. */
static int send_to_nobody(int cnt)
{
	int sock = socket(AF_INET, SOCK_DGRAM, 0), on = 1, errors = 0;
	struct sockaddr to;
	char data[64], control[512];

	set_addr(&to, "10.99.1.2");
	setsockopt(sock, IPPROTO_IP, IP_RECVERR, &on, sizeof(on));
	for (int i = 0; i < cnt; i++)
		if (sendto(sock, "x", 1, 0, &to, sizeof(struct sockaddr_in)) != 1)
			exit(1);
	while (errors < cnt) {
		struct pollfd ready = { .fd = sock };
		struct iovec iov = { data, sizeof(data) };
		struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1,
				      .msg_control = control, .msg_controllen = sizeof(control) };

		poll(&ready, 1, -1);
		while (recvmsg(sock, &msg, MSG_ERRQUEUE | MSG_DONTWAIT) >= 0) {
			errors++;
			msg.msg_controllen = sizeof(control);
		}
	}
	return errors;
}

/* The number below the word @name of the line "Ip: ...". */
static long counted(const char *name)
{
	FILE *file = fopen("/proc/net/snmp", "re");
	char names[1024], values[1024], *name_save, *value_save;
	long ret = -1;

	if (!file || !fgets(names, sizeof(names), file) || !fgets(values, sizeof(values), file))
		exit(1);
	fclose(file);
	for (char *n = strtok_r(names, " \n", &name_save), *v = strtok_r(values, " \n", &value_save); n && v;
	     n = strtok_r(NULL, " \n", &name_save), v = strtok_r(NULL, " \n", &value_save))
		if (!strcmp(n, name))
			ret = atol(v);
	return ret;
}

int main(void)
{
	int fd, errors;

	if (unshare(CLONE_NEWNET | CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return 77;
	raise_loopback();
	fd = make_device("d0", IFF_TUN, "10.99.0.1");
	make_device("d1", IFF_TAP, "10.99.1.1");
	set("/proc/sys/net/ipv4/neigh/d1/mcast_solicit", "1");
	set("/proc/sys/net/ipv4/neigh/d1/retrans_time_ms", "10");
	arrive(fd, 3, IPPROTO_UDP, 5, 1);
	arrive(fd, 2, IPPROTO_UDP, 4, 0);
	arrive(fd, 4, UNKNOWN_PROTOCOL, 5, 0);
	arrive(fd, 1, IPPROTO_UDP, 5, 0);
	errors = send_to_nobody(3);
	printf("header errors %ld, unknown protocols %ld, delivered %ld, unreachable %d\n", counted("InHdrErrors"),
	       counted("InUnknownProtos"), counted("InDelivers"), errors);
	return 0;
}
