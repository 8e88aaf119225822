// SPDX-License-Identifier: BSD-2-Clause
#include "base/system/pass_fds.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Room for one descriptor more than wanted, so that a surplus is noticed. */
union rights {
	struct cmsghdr header;
	char bytes[CMSG_SPACE((PASS_FDS_MAX + 1) * sizeof(int))];
};

int fds_send(int socket_fd, const void *data, size_t len, const int *fds,
	     size_t cnt)
{
	union rights rights = { 0 };
	struct iovec iov = { (void *)data, len };
	struct msghdr msg = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = &rights,
		.msg_controllen = CMSG_SPACE(cnt * sizeof(int)),
	};
	ssize_t sent;

	assert(cnt && cnt <= PASS_FDS_MAX);
	rights.header.cmsg_level = SOL_SOCKET;
	rights.header.cmsg_type = SCM_RIGHTS;
	rights.header.cmsg_len = CMSG_LEN(cnt * sizeof(int));
	memcpy(CMSG_DATA(&rights.header), fds, cnt * sizeof(int));
	sent = sendmsg(socket_fd, &msg, MSG_NOSIGNAL);
	if (sent < 0)
		return -errno;
	return (size_t)sent == len ? 0 : -EPIPE;
}

/* Copies the received descriptors to @fds; returns how many there are. */
static size_t take_fds(struct msghdr *msg, int fds[PASS_FDS_MAX + 1])
{
	struct cmsghdr *header = CMSG_FIRSTHDR(msg);
	size_t cnt;

	if (!header || header->cmsg_level != SOL_SOCKET ||
	    header->cmsg_type != SCM_RIGHTS)
		return 0;
	cnt = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	memcpy(fds, CMSG_DATA(header), cnt * sizeof(int));
	return cnt;
}

int fds_receive(int socket_fd, void *data, size_t len, int *fds, size_t cnt)
{
	union rights rights;
	struct iovec iov = { data, len };
	struct msghdr msg = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = &rights,
		.msg_controllen = sizeof(rights),
	};
	int came[PASS_FDS_MAX + 1];
	ssize_t got = recvmsg(socket_fd, &msg, MSG_CMSG_CLOEXEC | MSG_WAITALL);
	size_t came_cnt;

	if (got <= 0)
		return got ? -errno : -EPIPE;
	came_cnt = take_fds(&msg, came);
	if ((size_t)got == len && came_cnt == cnt &&
	    !(msg.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) {
		memcpy(fds, came, cnt * sizeof(int));
		return 0;
	}
	while (came_cnt)
		close(came[--came_cnt]);
	return (size_t)got == len ? -EBADMSG : -EPIPE;
}
