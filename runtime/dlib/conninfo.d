/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections of servers, by the addresses of both sides.
 */
#pragma D depends_on module vmlinux

typedef struct conninfo {
	string ci_local;
	string ci_remote;
	string ci_protocol;
} conninfo_t;

/* the numbers are offsets in struct sockaddr_in and sockaddr_in6 */
inline string _address_of[uint16_t *A] = A == NULL ? "<unknown>" :
    *A == 2 ? inet_ntoa((char *)A + 4) :
    *A == 10 ? inet_ntoa6((char *)A + 8) : "<unknown>";
