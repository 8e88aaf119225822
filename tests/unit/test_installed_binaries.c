// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/process: the cache of ldconfig, and the files that processes may
 * come to map.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/text/strbuf.h"
#include "runtime/process/installed_binaries.h"
#include "runtime/process/ldcache.h"

/*
 * A cache with the libraries a -> /x/a and b -> /y/b, after one in the old
 * format.
 */
struct sample {
	char old[16];
	char magic[20];
	uint32_t entry_cnt, string_bytes;
	uint32_t rest[5];
	struct {
		int32_t flags;
		uint32_t name_off, path_off, os_version;
		uint64_t hwcap;
	} __attribute__((packed)) entries[2];
	char strings[15];
} __attribute__((packed));

static struct sample sample_make(void)
{
	struct sample s = { .old = "ld.so-1.7.0", .entry_cnt = 2,
			    .string_bytes = 14 };
	uint32_t at = offsetof(struct sample, strings) -
		      offsetof(struct sample, magic);

	memcpy(s.magic, "glibc-ld.so.cache1.1", 20);
	memcpy(s.strings, "a\0/x/a\0b\0/y/b", 14);
	for (uint32_t i = 0; i < 2; i++) {
		s.entries[i].name_off = at + i * 7;
		s.entries[i].path_off = at + i * 7 + 2;
	}
	return s;
}

static void read_sample(const void *data, size_t len, struct ld_cache *cache)
{
	char path[] = "/tmp/dtrace-ldcache-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, data, len), len);
	close(fd);
	ld_cache_read(cache, path);
	unlink(path);
}

static const char *find(const struct ld_cache *cache, const char *name)
{
	size_t pos = 0;

	return ld_cache_find(cache, name, &pos);
}

static void libraries_are_found_by_name(void **state)
{
	struct sample s = sample_make();
	struct ld_cache cache;

	(void)state;
	read_sample(&s, sizeof(s), &cache);
	assert_int_equal(cache.entry_cnt, 2);
	assert_string_equal(find(&cache, "a"), "/x/a");
	assert_string_equal(find(&cache, "b"), "/y/b");
	assert_null(find(&cache, "c"));
	assert_string_equal(ld_cache_path(&cache, 1), "/y/b");
	ld_cache_deinit(&cache);
}

static void libraries_of_one_name_are_found_in_order(void **state)
{
	struct sample s = sample_make();
	struct ld_cache cache;
	size_t pos = 0;

	(void)state;
	s.entries[1].name_off = s.entries[0].name_off;
	read_sample(&s, sizeof(s), &cache);
	assert_string_equal(ld_cache_find(&cache, "a", &pos), "/x/a");
	assert_string_equal(ld_cache_find(&cache, "a", &pos), "/y/b");
	assert_null(ld_cache_find(&cache, "a", &pos));
	ld_cache_deinit(&cache);
}

/* Each length, and numbers that point outside: no entry, or none there. */
static void a_damaged_cache_is_harmless(void **state)
{
	struct sample s = sample_make();
	struct ld_cache cache;

	(void)state;
	for (size_t len = 0; len < sizeof(s); len++) {
		read_sample(&s, len, &cache);
		for (size_t i = 0; i < cache.entry_cnt; i++) {
			const char *path = ld_cache_path(&cache, i);

			assert_true(!path || *path == '/');
		}
		assert_null(find(&cache, "c"));
		ld_cache_deinit(&cache);
	}
	s.entries[1].path_off = UINT32_MAX - 3;
	read_sample(&s, sizeof(s), &cache);
	assert_null(ld_cache_path(&cache, 1));
	ld_cache_deinit(&cache);
	s.entry_cnt = UINT32_MAX;
	read_sample(&s, sizeof(s), &cache);
	assert_int_equal(cache.entry_cnt, 0);
	ld_cache_deinit(&cache);
	ld_cache_read(&cache, "/nonexistent/ld.so.cache");
	assert_null(find(&cache, "a"));
	ld_cache_deinit(&cache);
}

static void note_file(void *ctx, const char *path)
{
	if (strstr(path, "/dtrace-known-"))
		strbuf_printf(ctx, "%s ", strrchr(path, '/') + 1);
}

static void touch(const char *dir, const char *name, int mode)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fclose(file);
	assert_int_equal(chmod(path, (mode_t)mode), 0);
}

/* One name for each program, whatever PATH has twice. */
static void programs_of_path_are_told_once(void **state)
{
	char dir[] = "/tmp/dtrace-known-XXXXXX", from[128], to[128];
	char *old = strdup(getenv("PATH"));
	struct strbuf names = { 0 };

	(void)state;
	assert_non_null(mkdtemp(dir));
	touch(dir, "program", 0755);
	touch(dir, "text", 0644);
	snprintf(from, sizeof(from), "%s/program", dir);
	snprintf(to, sizeof(to), "%s/directory", dir);
	assert_int_equal(mkdir(to, 0755), 0);
	snprintf(to, sizeof(to), ":%s::%s:/nonexistent", dir, dir);
	setenv("PATH", to, 1);
	likely_files(note_file, &names);
	assert_string_equal(strbuf_text(&names), "program ");
	unlink(from);
	snprintf(from, sizeof(from), "rm -r %s", dir);
	setenv("PATH", old, 1);
	assert_int_equal(system(from), 0);
	strbuf_deinit(&names);
	free(old);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(libraries_are_found_by_name),
		cmocka_unit_test(libraries_of_one_name_are_found_in_order),
		cmocka_unit_test(a_damaged_cache_is_harmless),
		cmocka_unit_test(programs_of_path_are_told_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
