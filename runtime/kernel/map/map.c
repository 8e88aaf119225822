// SPDX-License-Identifier: BSD-2-Clause
/*
 * One BPF map: created, mapped, closed, and found among those of a run.
 */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/sys.h"

const struct kern_map kern_no_map = { .fd = -1 };

static size_t page_round(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) & ~(page - 1);
}

void kern_map_munmap(struct kern_map *map)
{
	munmap(map->mem, page_round(map->mem_bytes));
}

void kern_map_close(struct kern_map *map)
{
	if (map->is_part)
		return;
	if (map->mem)
		kern_map_munmap(map);
	if (map->fd >= 0)
		close(map->fd);
	*map = kern_no_map;
}

int kern_map_mmap(struct kern_map *map, size_t bytes, struct kern_log *log)
{
	void *mem = mmap(NULL, page_round(bytes), PROT_READ | PROT_WRITE,
			 MAP_SHARED, map->fd, 0);

	if (mem == MAP_FAILED)
		return kern_log_errno(log, -errno,
				      "can't map %zu bytes of a map", bytes);
	map->mem = mem;
	map->mem_bytes = bytes;
	return 0;
}

int kern_map_reserve(struct kern_map *map, size_t bytes, struct kern_log *log)
{
	void *mem = mmap(NULL, page_round(bytes), PROT_NONE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (mem == MAP_FAILED)
		return kern_log_errno(log, -errno,
				      "can't reserve %zu bytes of addresses",
				      bytes);
	map->mem = mem;
	map->mem_bytes = bytes;
	return 0;
}

int kern_map_extend(struct kern_map *map, size_t bytes)
{
	size_t from = map->extended_bytes, to = page_round(bytes);

	if (to <= from)
		return 0;
	if (mmap((char *)map->mem + from, to - from, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED, map->fd, (off_t)from) == MAP_FAILED)
		return -errno;
	map->extended_bytes = to;
	return 0;
}

/*
 * An array of one element, mapped when is_mapped. 32-bit sizes are checked
 * here; the verifier's own limit for one value is below 512 MB.
 */
int kern_map_array(struct kern_map *map, const struct map_spec *spec,
		   struct kern_log *log)
{
	struct sys_map_spec sys = {
		.name = spec->name,
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = (uint32_t)spec->bytes,
		.max_entries = 1,
		.flags = spec->is_mapped ? BPF_F_MMAPABLE : 0,
	};

	if (spec->bytes >= 1U << 29)
		return kern_log_set(
			log, -E2BIG,
			"map %s would need %llu bytes, 512 MB is the limit; lower aggsize",
			spec->name, (unsigned long long)spec->bytes);
	map->fd = sys_map_create(&sys);
	if (map->fd == -E2BIG) /* 4 MB before 6.x */
		return kern_log_set(
			log, -E2BIG,
			"map %s would need %llu bytes, which is more than this kernel allows; lower aggsize",
			spec->name, (unsigned long long)spec->bytes);
	if (map->fd < 0)
		return kern_log_errno(log, map->fd,
				      "can't create map %s of %llu bytes",
				      spec->name,
				      (unsigned long long)spec->bytes);
	map->mem_bytes = spec->bytes;
	return spec->is_mapped ? kern_map_mmap(map, spec->bytes, log) : 0;
}

const struct kern_map *kern_maps_find(const struct kern_maps *maps,
				      enum map_role role, uint32_t index)
{
	const struct kern_map *map = NULL;

	if (role == MAP_AGG_HASH || role == MAP_AGG_VALUES ||
	    role == MAP_AGG_FREE) {
		if (index < maps->keyed_cnt)
			map = role == MAP_AGG_HASH ? &maps->hashes[index] :
			      role == MAP_AGG_FREE ? &maps->frees[index] :
						     &maps->values[index];
	} else if (role == MAP_DYN) {
		if (index < maps->dyn_cnt)
			map = &maps->dyns[index];
	} else if (role < MAP_ROLE_CNT) {
		map = &maps->by_role[role];
	}
	return map && map->fd >= 0 ? map : NULL;
}
