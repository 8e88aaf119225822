/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creates the maps of variables from the layouts in a gen_result:
 *
 *	self	the block of a thread's variables: task storage, whose value
 *		must be described by BTF (an array of words); or a hash by
 *		thread, and an array of one element, all zeros, from which
 *		new elements are initialised
 *	dyn	one hash per associative array: key tuple -> value
 *
 * The hashes are preallocated: programs run where allocation is not allowed,
 * and a deleted element can be reused at once.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/program/btf.h"
#include "runtime/kernel/sys.h"

static int create(struct kern_map *map, const struct sys_map_spec *spec,
		  struct kern_log *log)
{
	map->fd = sys_map_create(spec);
	if (map->fd >= 0)
		return 0;
	return kern_log_errno(
		log, map->fd,
		"can't create map %s of %u elements with keys of %u and values of %u bytes",
		spec->name, spec->max_entries, spec->key_bytes,
		spec->value_bytes);
}

static int storage_create(struct kern_map *map, uint32_t bytes,
			  struct kern_log *log)
{
	struct sys_map_spec spec = { .name = "self" };
	_cleanup_close_ int btf_fd = -1;
	int err = kern_btf_task_storage(&spec, bytes);

	if (err)
		return kern_log_errno(log, err,
				      "can't load the type of map self");
	btf_fd = spec.btf_fd;
	return create(map, &spec, log);
}

static int hash_create(struct kern_maps *maps, const struct gen_result *gen,
		       struct kern_log *log)
{
	struct sys_map_spec self = {
		.name = "self",
		.type = BPF_MAP_TYPE_HASH,
		.key_bytes = sizeof(uint64_t),
		.value_bytes = gen->self_bytes,
		.max_entries = gen->self_max,
	};
	struct sys_map_spec zeros = {
		.name = "self_new",
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = gen->self_bytes,
		.max_entries = 1,
	};
	int err = create(&maps->by_role[MAP_SELF], &self, log);

	return err ? err : create(&maps->by_role[MAP_SELF_NEW], &zeros, log);
}

int kern_maps_create_vars(struct kern_maps *maps, const struct gen_result *gen,
			  struct kern_log *log)
{
	int err = 0;

	if (gen->self_bytes && !gen->self_max)
		err = storage_create(&maps->by_role[MAP_SELF], gen->self_bytes,
				     log);
	else if (gen->self_bytes)
		err = hash_create(maps, gen, log);
	maps->dyns = xcalloc(gen->dyns.cnt + 1, sizeof(*maps->dyns));
	for (size_t i = 0; i < gen->dyns.cnt && !err; i++) {
		const struct dyn_layout *dyn = &gen->dyns.v[i];
		struct sys_map_spec spec = {
			.name = "dyn",
			.type = BPF_MAP_TYPE_HASH,
			.key_bytes = dyn->key_bytes,
			.value_bytes = dyn->value_bytes,
			.max_entries = dyn->elem_max,
		};

		err = create(&maps->dyns[i], &spec, log);
		maps->dyn_cnt += !err;
	}
	return err;
}
