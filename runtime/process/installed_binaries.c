// SPDX-License-Identifier: BSD-2-Clause
/*
 * A file often has several names (python3 -> python3.11, /bin -> /usr/bin,
 * libc.so.6 in two directories): the first name of each inode counts.
 */
#include "runtime/process/installed_binaries.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/map.h"
#include "runtime/process/ldcache.h"

struct walk {
	void (*fn)(void *ctx, const char *path);
	void *ctx;
	struct map seen; /* of file_key */
};

struct file_key {
	uint64_t dev, ino;
};

/* True the first time. */
static bool is_new(struct walk *walk, const struct stat *st)
{
	struct file_key key = { st->st_dev, st->st_ino };
	void **slot = map_put(&walk->seen, &key, sizeof(key));

	if (*slot)
		return false;
	*slot = walk;
	return true;
}

static void add_file(struct walk *walk, const char *path,
		     const struct stat *st)
{
	if (S_ISREG(st->st_mode) && is_new(walk, st))
		walk->fn(walk->ctx, path);
}

/* Programs in one directory, not in its subdirectories. */
static void add_directory(struct walk *walk, const char *name)
{
	char path[PATH_MAX];
	struct dirent *entry;
	struct stat st;
	DIR *dir = opendir(name);

	if (!dir)
		return;
	if (fstat(dirfd(dir), &st) || !is_new(walk, &st)) {
		closedir(dir);
		return;
	}
	while ((entry = readdir(dir))) {
		if (entry->d_type == DT_DIR ||
		    snprintf(path, sizeof(path), "%s/%s", name,
			     entry->d_name) >= (int)sizeof(path) ||
		    fstatat(dirfd(dir), entry->d_name, &st, 0) ||
		    !(st.st_mode & 0111))
			continue;
		add_file(walk, path, &st);
	}
	closedir(dir);
}

static void add_path_list(struct walk *walk, const char *dirs)
{
	while (dirs && *dirs) {
		size_t len = strcspn(dirs, ":");
		char *name = strndup(dirs, len);

		if (name && len)
			add_directory(walk, name);
		free(name);
		dirs += len + (dirs[len] == ':');
	}
}

void likely_files(void (*fn)(void *ctx, const char *path), void *ctx)
{
	struct walk walk = { .fn = fn, .ctx = ctx };
	struct ld_cache cache;
	struct stat st;

	add_path_list(&walk, getenv("PATH"));
	ld_cache_read(&cache, LD_CACHE_PATH);
	for (size_t i = 0; i < cache.entry_cnt; i++) {
		const char *path = ld_cache_path(&cache, i);

		if (path && !stat(path, &st))
			add_file(&walk, path, &st);
	}
	ld_cache_deinit(&cache);
	map_deinit(&walk.seen);
}
