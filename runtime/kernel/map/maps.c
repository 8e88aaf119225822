/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates the maps from the sizes in a gen_result. Most are arrays with one
 * element whose value is the whole memory: then programs get its address as a
 * constant (BPF_PSEUDO_MAP_VALUE), a lookup costs nothing, and the consumer
 * sees the same bytes through one mmap. Each is one row of specs[].
 *
 *	control      1 page         struct rt_control
 *	counters     [cpu] stride   record.h
 *	scratch      bytes          private to programs, not mapped
 *	unkeyed      [cpu] stride   values of aggregations without keys
 *	slots        [keyed_idx]    rt_slots_off()
 *	spec         [id]           struct rt_spec_head, rt_spec
 *	ring_heads   [cpu]          struct rt_ring; the rings: rings.c
 *	hash, values of aggregations with keys: agg_maps.c
 *	globals      cells of variables; their other maps: maps_var.c
 *	unwind_...   unwind tables: unwind_maps.c
 *
 * Hash maps are preallocated: programs run in contexts that must not allocate.
 */
#include "runtime/kernel/map/maps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/kernel/sys.h"

static const struct kern_map no_map = { .fd = -1 };

static void specs_fill(struct map_spec specs[MAP_ROLE_CNT],
		       const struct gen_result *gen, uint32_t cpu_max)
{
	uint64_t cpu_cnt = cpu_max;

	specs[MAP_CONTROL] =
		(struct map_spec){ "control", sizeof(struct rt_control), true };
	specs[MAP_COUNTERS] =
		(struct map_spec){ "counters", gen->counter_stride * cpu_cnt,
				   true };
	specs[MAP_SCRATCH] =
		(struct map_spec){ "scratch", gen->scratch_bytes, false };
	specs[MAP_AGG_UNKEYED] =
		(struct map_spec){ "unkeyed", gen->unkeyed_stride * cpu_cnt,
				   true };
	specs[MAP_GLOBALS] =
		(struct map_spec){ "globals", gen->global_bytes, true };
	specs[MAP_AGG_SLOTS] = (struct map_spec){
		"slots", rt_slots_off(gen->keyed_cnt, cpu_max), true
	};
	specs[MAP_AGG_FRONT] =
		(struct map_spec){ "front", gen->front_bytes, false };
	specs[MAP_NAMES] = (struct map_spec){ "names", gen->names.cnt, true };
	specs[MAP_SPEC] = (struct map_spec){ "spec", gen->spec_bytes, true };
	if (gen->record_max_bytes)
		specs[MAP_RING_HEADS] = (struct map_spec){
			"ring_heads", sizeof(struct rt_ring) * cpu_cnt, true
		};
}

static size_t page_round(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) & ~(page - 1);
}

static void map_close(struct kern_map *map)
{
	if (map->is_part)
		return;
	if (map->mem)
		munmap(map->mem, page_round(map->mem_bytes));
	if (map->fd >= 0)
		close(map->fd);
	*map = no_map;
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

/*
 * Creates an array of one element, mapped if is_mapped. Checks for 32-bit
 * sizes; the verifier's own limit for one value is below 512 MB.
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

static int singles_create(struct kern_maps *maps, const struct gen_result *gen,
			  struct kern_log *log)
{
	struct map_spec specs[MAP_ROLE_CNT] = { 0 };
	int err = 0;

	specs_fill(specs, gen, maps->cpu_max);
	for (int role = 0; role < MAP_ROLE_CNT && !err; role++) {
		if (specs[role].bytes)
			err = kern_map_array(&maps->by_role[role],
					     &specs[role], log);
	}
	if (!err && gen->names.cnt)
		memcpy(maps->by_role[MAP_NAMES].mem, gen->names.v,
		       gen->names.cnt);
	return err;
}

int kern_names_create(const char *names, size_t bytes, struct kern_log *log)
{
	struct map_spec spec = { "names", bytes, true };
	struct kern_map map = no_map;
	int err = kern_map_array(&map, &spec, log);

	if (err) {
		map_close(&map);
		return err;
	}
	memcpy(map.mem, names, bytes);
	munmap(map.mem, page_round(map.mem_bytes));
	return map.fd;
}

/*
 * Kernels before 5.11 charge maps to RLIMIT_MEMLOCK. Without CAP_SYS_RESOURCE
 * it cannot be raised; newer kernels do not need it, so a failure is ignored.
 */
static void memlock_raise(void)
{
	struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };

	(void)setrlimit(RLIMIT_MEMLOCK, &limit);
}

int kern_maps_create(struct kern_maps *maps, const struct gen_result *gen,
		     const struct kern_cpus *cpus, uint32_t ring_bytes,
		     struct kern_log *log)
{
	int err;

	memlock_raise();
	memset(maps, 0, sizeof(*maps));
	maps->cpu_max = cpus->cpu_max;
	for (int role = 0; role < MAP_ROLE_CNT; role++)
		maps->by_role[role] = no_map;
	for (int i = 0; i < AGG_SHARED_HASH_CNT; i++)
		maps->shared_hashes[i] = no_map;
	for (int i = 0; i < AGG_SHARED_VALUES_CNT; i++)
		maps->shared_values[i] = no_map;
	err = singles_create(maps, gen, log);
	if (!err)
		err = kern_rings_create(maps, gen, cpus, ring_bytes, log);
	if (!err)
		err = kern_maps_create_keyed(maps, gen, log);
	if (!err)
		err = kern_maps_create_vars(maps, gen, log);
	if (!err)
		err = kern_maps_create_unwind(maps, gen, log);
	if (err)
		kern_maps_destroy(maps);
	return err;
}

void kern_maps_destroy(struct kern_maps *maps)
{
	/* cpu_max 0: zeroed, never created; its descriptors are invalid */
	for (int role = 0; maps->cpu_max && role < MAP_ROLE_CNT; role++)
		map_close(&maps->by_role[role]);
	for (int i = 0; maps->cpu_max && i < AGG_SHARED_HASH_CNT; i++)
		map_close(&maps->shared_hashes[i]);
	for (int i = 0; maps->cpu_max && i < AGG_SHARED_VALUES_CNT; i++)
		map_close(&maps->shared_values[i]);
	for (uint32_t i = 0; i < maps->keyed_cnt; i++) {
		map_close(&maps->hashes[i]);
		map_close(&maps->values[i]);
		map_close(&maps->frees[i]);
	}
	for (uint32_t i = 0; i < maps->dyn_cnt; i++)
		map_close(&maps->dyns[i]);
	free(maps->rings);
	free(maps->dyns);
	free(maps->hashes);
	free(maps->values);
	free(maps->frees);
	memset(maps, 0, sizeof(*maps));
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
