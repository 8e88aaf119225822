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
 *	unkeyed      [cell] stride  values of aggregations without keys
 *	slots        [keyed_idx]    rt_slots_off()
 *	spec         [id]           struct rt_spec_head, rt_spec
 *	ring_heads   [cpu]          struct rt_ring; the rings: rings.c
 *	watches      [cpu]          struct rt_watches
 *	hash, values of aggregations with keys: agg_maps.c
 *	globals      cells of variables; their other maps: var_maps.c
 *	unwind_...   unwind tables (runtime/common/unwind_abi.h): the space,
 *		     mapped as it is used; which process is where in it; and a
 *		     ring buffer for questions of programs
 *
 * The hash maps of variables are preallocated: programs run in contexts that
 * must not allocate.
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
#include "runtime/common/unwind_abi.h"
#include "runtime/kernel/sys.h"

/* processes whose unwind tables are known at the same time */
enum { PROCESS_MAX = 4096 };

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
		(struct map_spec){ "unkeyed",
				   (uint64_t)gen->unkeyed_stride *
					   gen->cell_max, true };
	specs[MAP_GLOBALS] =
		(struct map_spec){ "globals", gen->global_bytes, true };
	specs[MAP_AGG_SLOTS] = (struct map_spec){
		"slots", rt_slots_off(gen->keyed_cnt, cpu_max), true
	};
	specs[MAP_AGG_FRONT] =
		(struct map_spec){ "front", gen->front_bytes, false };
	specs[MAP_WATCHES] = (struct map_spec){
		"watches", gen->watch_bytes * cpu_cnt, false
	};
	specs[MAP_NAMES] = (struct map_spec){ "names", gen->names.cnt, true };
	specs[MAP_SPEC] = (struct map_spec){ "spec", gen->spec_bytes, true };
	if (gen->record_max_bytes)
		specs[MAP_RING_HEADS] = (struct map_spec){
			"ring_heads", sizeof(struct rt_ring) * cpu_cnt, true
		};
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
	struct kern_map map = kern_no_map;
	int err = kern_map_array(&map, &spec, log);

	if (err) {
		kern_map_close(&map);
		return err;
	}
	memcpy(map.mem, names, bytes);
	kern_map_munmap(&map);
	return map.fd;
}

/* ------------------------------------------------------------ unwind tables */

/* Room for more questions than processes run at once; a power of two. */
uint32_t kern_unwind_ring_bytes(void)
{
	return 16 * (uint32_t)sysconf(_SC_PAGESIZE);
}

static int create(struct kern_map *map, const struct sys_map_spec *spec,
		  struct kern_log *log)
{
	map->fd = sys_map_create(spec);
	return map->fd < 0 ? kern_log_errno(log, map->fd,
					    "can't create map %s of %u x %u "
					    "bytes; lower unwindsize",
					    spec->name, spec->max_entries,
					    spec->value_bytes) : 0;
}

/* The room for tables is mapped as they arrive. */
static int map_rules(struct kern_map *map, size_t bytes, struct kern_log *log)
{
	size_t rule_bytes = UNW_RULE_MAX * UNW_RULE_BYTES;
	int err = kern_map_reserve(map, bytes, log);

	if (err)
		return err;
	if (rule_bytes > bytes)
		rule_bytes = bytes;
	err = kern_map_extend(map, rule_bytes);
	return err ? kern_log_errno(log, err, "can't map %zu bytes of a map",
				    rule_bytes) :
		     0;
}

int kern_maps_create_unwind(struct kern_maps *maps,
			    const struct gen_result *gen, struct kern_log *log)
{
	struct sys_map_spec space = {
		.name = "unwind_space",
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = UNW_CHUNK_BYTES,
		.max_entries = gen->unwind_bytes / UNW_CHUNK_BYTES,
		.flags = BPF_F_MMAPABLE,
	};
	struct sys_map_spec known = {
		.name = "unwind_known",
		.type = BPF_MAP_TYPE_HASH,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = sizeof(struct unw_known),
		.max_entries = PROCESS_MAX,
	};
	struct sys_map_spec asked = {
		.name = "unwind_asked",
		.type = BPF_MAP_TYPE_RINGBUF,
		.max_entries = kern_unwind_ring_bytes(),
	};
	int err;

	if (!gen->unwind_bytes)
		return 0;
	err = create(&maps->by_role[MAP_UNWIND_SPACE], &space, log);
	if (!err)
		err = map_rules(&maps->by_role[MAP_UNWIND_SPACE],
				gen->unwind_bytes, log);
	if (!err)
		err = create(&maps->by_role[MAP_UNWIND_KNOWN], &known, log);
	if (!err)
		err = create(&maps->by_role[MAP_UNWIND_ASKED], &asked, log);
	return err;
}

/* ---------------------------------------------------------------- all maps */

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
	maps->cell_max = gen->cell_max;
	for (int role = 0; role < MAP_ROLE_CNT; role++)
		maps->by_role[role] = kern_no_map;
	for (int i = 0; i < AGG_SHARED_HASH_CNT; i++)
		maps->shared_hashes[i] = kern_no_map;
	for (int i = 0; i < AGG_SHARED_VALUES_CNT; i++)
		maps->shared_values[i] = kern_no_map;
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
		kern_map_close(&maps->by_role[role]);
	for (int i = 0; maps->cpu_max && i < AGG_SHARED_HASH_CNT; i++)
		kern_map_close(&maps->shared_hashes[i]);
	for (int i = 0; maps->cpu_max && i < AGG_SHARED_VALUES_CNT; i++)
		kern_map_close(&maps->shared_values[i]);
	for (uint32_t i = 0; i < maps->keyed_cnt; i++) {
		kern_map_close(&maps->hashes[i]);
		kern_map_close(&maps->values[i]);
		kern_map_close(&maps->frees[i]);
	}
	for (uint32_t i = 0; i < maps->dyn_cnt; i++)
		kern_map_close(&maps->dyns[i]);
	free(maps->rings);
	free(maps->dyns);
	free(maps->hashes);
	free(maps->values);
	free(maps->frees);
	memset(maps, 0, sizeof(*maps));
}
