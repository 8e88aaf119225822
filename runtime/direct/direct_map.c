// SPDX-License-Identifier: BSD-2-Clause
/*
 * The tracer's side of the maps in shared memory.
 */
#include <string.h>

#include "runtime/direct/direct_map.h"

static uint32_t power_of_two(uint32_t least)
{
	uint32_t n = 2;

	while (n < least)
		n *= 2;
	return n;
}

uint64_t direct_map_init(struct direct_map *ret, enum direct_map_kind kind,
			 uint32_t key_bytes, uint32_t value_bytes, uint32_t max)
{
	bool is_hash = kind == DIRECT_MAP_HASH;

	*ret = (struct direct_map){
		.kind = kind,
		.key_bytes = key_bytes,
		.value_bytes = value_bytes,
		.max = max,
		.place_cnt = is_hash ? power_of_two(max * 2) : max,
		.stride = direct_padded(value_bytes) +
			  (is_hash ? DIRECT_PLACE_HEAD_BYTES +
					     direct_padded(key_bytes) : 0),
		.first_off = sizeof(*ret),
	};
	return ret->first_off + (uint64_t)ret->place_cnt * ret->stride;
}

bool direct_map_next(const struct direct_map *map, const void *places,
		     uint32_t *pos, void *key_ret, void *value_ret)
{
	while (*pos < map->place_cnt) {
		const unsigned char *place = (const unsigned char *)places +
					     (uint64_t)(*pos)++ * map->stride;
		const unsigned char *key = place + DIRECT_PLACE_HEAD_BYTES;
		uint64_t state = __atomic_load_n((const uint64_t *)(const void *)
							 place,
						 __ATOMIC_ACQUIRE);

		if ((state & DIRECT_PLACE_IN_USE) != DIRECT_PLACE_IN_USE)
			continue;
		memcpy(key_ret, key, map->key_bytes);
		memcpy(value_ret, key + direct_padded(map->key_bytes),
		       map->value_bytes);
		return true;
	}
	return false;
}
