// SPDX-License-Identifier: BSD-2-Clause
/*
 * The amounts of kernel memory in the maps of a session, by purpose: "memlock"
 * of each descriptor in /proc/self/fdinfo.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/cleanup.h"
#include "runtime/kernel/map/maps.h"

/* 0: the descriptor is not a map, or /proc is not mounted. */
static uint64_t map_bytes(const struct kern_map *map)
{
	_cleanup_fclose_ FILE *f = NULL;
	char path[64], line[128];
	uint64_t bytes;

	if (map->fd < 0 || map->is_part)
		return 0;
	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", map->fd);
	f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "memlock: %" SCNu64, &bytes) == 1)
			return bytes;
	return 0;
}

static uint64_t *use_of(struct kern_memory *memory, enum map_role role)
{
	switch (role) {
	case MAP_RINGS:
	case MAP_RING_HEADS:
	case MAP_BELL:
		return &memory->ring_bytes;
	case MAP_AGG_UNKEYED:
	case MAP_AGG_HASH:
	case MAP_AGG_VALUES:
	case MAP_AGG_FREE:
	case MAP_AGG_SLOTS:
	case MAP_AGG_FRONT:
		return &memory->agg_bytes;
	case MAP_GLOBALS:
	case MAP_SELF:
	case MAP_SELF_NEW:
	case MAP_DYN:
		return &memory->variable_bytes;
	case MAP_CONTROL:
	case MAP_COUNTERS:
	case MAP_SCRATCH:
	case MAP_SPEC:
	case MAP_NAMES:
	case MAP_UNWIND_SPACE:
	case MAP_UNWIND_KNOWN:
	case MAP_UNWIND_ASKED:
	case MAP_WATCHES:
	case MAP_ROLE_CNT:
		break;
	}
	return &memory->other_bytes;
}

void kern_maps_memory(const struct kern_maps *maps, struct kern_memory *ret)
{
	*ret = (struct kern_memory){ 0 };
	for (int role = 0; role < MAP_ROLE_CNT; role++)
		*use_of(ret, (enum map_role)role) +=
			map_bytes(&maps->by_role[role]);
	for (uint32_t i = 0; i < maps->keyed_cnt; i++)
		ret->agg_bytes += map_bytes(&maps->hashes[i]) +
			map_bytes(&maps->values[i]) +
			map_bytes(&maps->frees[i]);
	for (int i = 0; i < AGG_SHARED_HASH_CNT; i++)
		ret->agg_bytes += map_bytes(&maps->shared_hashes[i]);
	for (int i = 0; i < AGG_SHARED_VALUES_CNT; i++)
		ret->agg_bytes += map_bytes(&maps->shared_values[i]);
	for (uint32_t i = 0; i < maps->dyn_cnt; i++)
		ret->variable_bytes += map_bytes(&maps->dyns[i]);
}
