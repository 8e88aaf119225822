/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cache of ldconfig(8): names of libraries and where they are.
 */
#ifndef DTRACE_RUNTIME_PROCESS_LDCACHE_H
#define DTRACE_RUNTIME_PROCESS_LDCACHE_H

#include <stddef.h>

#define LD_CACHE_PATH "/etc/ld.so.cache"

struct ld_cache {
	char *data; /* owned; NULL: there is none, or it is damaged */
	size_t len;
	size_t start; /* of its header */
	size_t entry_cnt;
};

/* A cache that can't be read is empty. */
void ld_cache_read(struct ld_cache *cache, const char *path);
void ld_cache_deinit(struct ld_cache *cache);
/*
 * The path of the next library called @name from *@pos (0: the first) on, or
 * NULL. There is one for each kind of program and CPU.
 */
const char *ld_cache_find(const struct ld_cache *cache, const char *name,
			  size_t *pos);
/* The path of entry @idx, or NULL if it is damaged. */
const char *ld_cache_path(const struct ld_cache *cache, size_t idx);

#endif
