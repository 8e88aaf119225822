/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DTRACE_BASE_HASH_H
#define DTRACE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* FNV-1a: short, and good for names. The same in each run. */
static inline uint32_t hash_bytes(const void *bytes, size_t len)
{
	const uint8_t *p = bytes;
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ p[i]) * 16777619u;
	return hash;
}

/* The hash of a string, without its NUL. */
static inline uint32_t hash_text(const char *text)
{
	return hash_bytes(text, strlen(text));
}

#endif
