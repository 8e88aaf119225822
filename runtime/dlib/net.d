/* SPDX-License-Identifier: BSD-2-Clause */
/* Address families and types of links, for inet_ntop( ) and link_ntop( ). */
inline int AF_UNSPEC = 0;
inline int AF_UNIX = 1;
inline int AF_LOCAL = 1;
inline int AF_INET = 2;
inline int AF_INET6 = 10;
inline int AF_NETLINK = 16;
inline int AF_PACKET = 17;

inline int ARPHRD_ETHER = 1;
inline int ARPHRD_INFINIBAND = 32;
