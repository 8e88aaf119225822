// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/symbol/module_ranges.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "base/system/file.h"

static void clear(struct module_ranges *modules)
{
	for (size_t i = 0; i < modules->ranges.cnt; i++)
		free(modules->ranges.v[i].name);
	modules->ranges.cnt = 0;
}

static void add_line(struct module_ranges *modules, const char *line)
{
	char name[64];
	uint64_t bytes, start_kaddr;

	if (sscanf(line, "%63s %" SCNu64 " %*s %*s %*s %" SCNx64, name, &bytes,
		   &start_kaddr) != 3 || !start_kaddr)
		return;
	*vec_add(&modules->ranges) = (struct module_range){
		.name = xstrdup(name),
		.start_kaddr = start_kaddr,
		.end_kaddr = start_kaddr + bytes,
	};
}

/* Uses change at any time, and are left out. */
static uint32_t text_hash(const char *text)
{
	uint32_t hash = 0;

	for (const char *line = text; line && *line;) {
		const char *end = strchr(line, '\n');
		const char *address = strstr(line, " 0x");
		size_t len = strcspn(line, " \n");

		hash = hash * 31 + hash_bytes(line, len);
		if (address && (!end || address < end))
			hash = hash * 31 +
				hash_bytes(address, strcspn(address, "\n"));
		line = end ? end + 1 : NULL;
	}
	return hash;
}

void module_ranges_read(struct module_ranges *modules, const char *path)
{
	_cleanup_free_ char *text = NULL;
	size_t len;

	clear(modules);
	modules->hash = 0;
	if (file_read(path, &text, &len))
		return;
	modules->hash = text_hash(text);
	for (char *line = text, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		if (end)
			*end = '\0';
		add_line(modules, line);
		if (!end)
			break;
	}
}

bool module_ranges_are_current(const struct module_ranges *modules,
			       const char *path)
{
	_cleanup_free_ char *text = NULL;
	size_t len;

	return file_read(path, &text, &len) || text_hash(text) == modules->hash;
}

const struct module_range *module_ranges_find(const struct module_ranges *modules,
					      const char *name)
{
	for (size_t i = 0; i < modules->ranges.cnt; i++)
		if (!strcmp(modules->ranges.v[i].name, name))
			return &modules->ranges.v[i];
	return NULL;
}

void module_ranges_deinit(struct module_ranges *modules)
{
	clear(modules);
	vec_deinit(&modules->ranges);
}
