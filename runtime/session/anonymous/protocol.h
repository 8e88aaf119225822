/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How `dtrace -a` takes over what a `dtrace --anonymous` has traced: over a
 * Unix socket of type SOCK_SEQPACKET, which only root can reach.
 *
 *	-a -> holder	struct anon_claim, with the descriptors of the standard
 *			output and of the standard error output
 *	holder -> -a	int32_t: the exit status, after everything is written
 *
 * The holder prints to these descriptors itself. -a passes signals on to it.
 * When -a is killed, the holder ends as after ^C.
 */
#ifndef DTRACE_RUNTIME_SESSION_ANONYMOUS_PROTOCOL_H
#define DTRACE_RUNTIME_SESSION_ANONYMOUS_PROTOCOL_H

#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#define ANON_FOLDER "/run/dtrace"
#define ANON_SOCKET ANON_FOLDER "/anonymous"

/* "dta" and the version of struct anon_claim */
enum { ANON_MAGIC = 0x64746101, ANON_FD_CNT = 2 };

struct anon_claim {
	uint32_t magic;
	uint32_t flags; /* of enum anon_flag */
};

static inline struct sockaddr_un anon_address(void)
{
	struct sockaddr_un ret = { .sun_family = AF_UNIX };

	strcpy(ret.sun_path, ANON_SOCKET);
	return ret;
}

#endif
