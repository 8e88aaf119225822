/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * A part of lib.bpf.c: network addresses as text, and the headers of IPv6. The
 * text follows a word with its length, whose value the verifier does not know.
 */

#ifndef DTRACE_RUNTIME_BPF_LIB_INET_BPF_H
#define DTRACE_RUNTIME_BPF_LIB_INET_BPF_H

#include "runtime/bpf/lib.bpf.h"

/* Appends a character, which counts only if @counts is 1. */
static inline long text_add(word to, word c, word counts)
{
	word *len = (word *)AT(to, 0), at = *len;
	char *p = AT(to + 8 + (at & 127), 0);

	*p = (char)c;
	*len = at + counts;
	return 0;
}

/* Returns 1 if @w is not 0, without a condition. */
static inline word is_set(word w)
{
	w |= 0 - w;
	HIDE(w); /* of the bit alone the compiler makes a condition */
	return w >> 63;
}

/* Returns the digit for the low 4 bits. */
static inline word hex_digit(word w)
{
	word letter;

	w &= 15;
	letter = (word)((long)(9 - w) >> 63);
	HIDE(letter);
	return '0' + w + (letter & ('a' - '0' - 10));
}

/* Appends a.b.c.d; the first byte is the lowest. */
LIB(inet4_text) long inet4_text(word to, word addr)
{
	for (int i = 0; i < 4; i++) {
		word byte = addr >> i * 8 & 255, hundreds = byte / 100;
		word tens = byte / 10;

		text_add(to, '0' + hundreds, is_set(hundreds));
		text_add(to, '0' + tens - hundreds * 10, is_set(tens));
		text_add(to, '0' + byte - tens * 10, 1);
		text_add(to, '.', i < 3);
	}
	return 0;
}

/*
 * Appends group @idx (16 bits), which is in @half: up to 4 digits. A colon
 * precedes each group except the first, and one stands for the run of zeros.
 */
LIB(inet6_part) long inet6_part(word to, word half, word run, word idx)
{
	word group = half >> (idx & 3) * 16, is_run = run >> idx & 1;

	group = (group & 255) << 8 | (group >> 8 & 255);
	text_add(to, ':', is_run ? !(run << 1 >> idx & 1) : idx != 0);
	if (is_run)
		return 0;
	text_add(to, hex_digit(group >> 12), is_set(group >> 12 & 15));
	text_add(to, hex_digit(group >> 8), is_set(group >> 8 & 255));
	text_add(to, hex_digit(group >> 4), is_set(group >> 4 & 4095));
	text_add(to, hex_digit(group), 1);
	return 0;
}

/* Returns which 16-bit groups of a word are 0, as a mask of 4 bits. */
static inline word zero_groups(word w)
{
	return 15 ^ (is_set(w & 0xffff) | is_set(w >> 16 & 0xffff) << 1 |
		     is_set(w >> 32 & 0xffff) << 2 | is_set(w >> 48) << 3);
}

/*
 * Returns the first of the longest runs of ones in 8 bits, as a mask; 0 if none
 * has at least 2. Each turn removes one bit from all runs, at their low ends.
 */
static inline word longest_run(word bits)
{
	word ends = bits & bits << 1, last = 0, len = 1;

	for (int i = 0; i < 7; i++) {
		word some = 0 - is_set(ends);

		last = (ends & some) | (last & ~some);
		len += some & 1;
		ends &= ends << 1;
	}
	last &= 0 - last; /* the high end of the first run */
	return (last << 1) - (last << 1 >> (len & 15));
}

/*
 * Writes the 16 bytes @high @low, as in memory: groups in hexadecimal, the run
 * of zeros as "::", and an embedded IPv4 address as a.b.c.d (@form 0: only
 * that).
 */
LIB(inet6_text) long inet6_text(word to, word high, word low, word form)
{
	word run = longest_run(zero_groups(high) | zero_groups(low) << 4);
	word groups = 8;

	if (!high && ((unsigned int)low == 0xffff0000 || run == 0x3f)) {
		if (form == 0)
			return inet4_text(to, low >> 32);
		groups = 6;
	}
	for (word i = 0; i < 8; i++) {
		if (i >= groups)
			break;
		inet6_part(to, i < 4 ? high : low, run, i);
	}
	text_add(to, ':', groups == 6 ? 1 : run >> 7);
	if (groups == 6)
		inet4_text(to, low >> 32);
	return 0;
}

/* Writes bytes in hexadecimal, separated by colons. */
LIB(link_text) long link_text(word to, word from, long bytes)
{
	for (long i = 0; i < LINK_BYTES_MAX; i++) {
		word byte;

		if (i >= bytes)
			break;
		byte = (unsigned char)*AT(from + (word)i, 0);
		text_add(to, ':', i > 0);
		text_add(to, hex_digit(byte >> 4), 1);
		text_add(to, hex_digit(byte), 1);
	}
	return 0;
}

enum {
	IP6_BYTES = 40, /* struct ipv6hdr; at 6 is the kind of what follows it */
	IP6_NEXT = 6,
	IP6_PARTS_MAX = 8,
	IP6_HOP_BY_HOP = 0, /* kinds: IPPROTO_... */
	IP6_ROUTING = 43,
	IP6_FRAGMENT = 44,
	IP6_AUTHENTICATION = 51,
	IP6_NONE = 59,
	IP6_DESTINATION = 60,
};

/*
 * Finds what follows the extension headers of the packet of IPv6 at @header:
 * returns its protocol, and its address in *at. IP6_NONE: a fragment other than
 * the first has no header of the protocol, or the packet could not be read.
 */
static inline __attribute__((always_inline)) long ip6_end(word header, word *at)
{
	/* each begins with the kind of the next one, and its own length */
	unsigned char part[4] = { 0 }, kind = IP6_NONE;

	*at = header + IP6_BYTES;
	if (bpf_probe_read_kernel(&kind, 1, (void *)(header + IP6_NEXT)))
		return IP6_NONE;
	for (int i = 0; i < IP6_PARTS_MAX; i++) {
		if (kind != IP6_HOP_BY_HOP && kind != IP6_ROUTING &&
		    kind != IP6_FRAGMENT && kind != IP6_AUTHENTICATION &&
		    kind != IP6_DESTINATION)
			return kind;
		if (bpf_probe_read_kernel(part, sizeof(part), (void *)*at))
			return IP6_NONE;
		if (kind == IP6_FRAGMENT && (part[2] || part[3] & 0xf8))
			return IP6_NONE;
		*at += kind == IP6_FRAGMENT ? 8 :
		       kind == IP6_AUTHENTICATION ? 4 * (part[1] + 2) :
						    8 * (part[1] + 1);
		kind = part[0];
	}
	return IP6_NONE;
}

/* The protocol of a packet of IPv6: IPPROTO_... */
LIB(ip6_protocol) long ip6_protocol(word header)
{
	word at;

	return ip6_end(header, &at);
}

/* The address of its header, after the extension headers. */
LIB(ip6_payload) long ip6_payload(word header)
{
	word at;

	ip6_end(header, &at);
	return (long)at;
}

#endif
