// SPDX-License-Identifier: BSD-2-Clause
/*
 * Maps of aggregations with keys. The first ones have maps of their own (the
 * generator decides which): a hash, an array of values, and if trunc() is used
 * on them a struct rt_free. The others have parts of shared maps, because a
 * program can use only 64 maps:
 *
 *	hash	by the size of the key: agg_id, 0, the tuple -> slot
 *	values	[values of one][its struct rt_free][values of the next] ...
 *
 * A hash has room for as many keys as there are slots. The first ones, up to
 * PREALLOC_BYTES in all, have their memory from the start: then a new key costs
 * less. Memory for others is allocated when a key is inserted, where the kernel
 * can do that in any context: a hash of stacks takes 1 MB instead of 60.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/sys.h"

enum {
	SHARED_KEY_HEAD = sizeof(struct rec_key) - sizeof(struct rec_header),
	PREALLOC_BYTES = 8 << 20,
	ELEM_HEAD_BYTES = 48, /* struct htab_elem of the kernel */
};

/* May this hash be preallocated? Takes its memory from *@left. */
static bool take_prealloc(const struct sys_map_spec *hash, uint64_t *left)
{
	uint64_t bytes = (uint64_t)hash->max_entries *
		(ELEM_HEAD_BYTES + hash->key_bytes + hash->value_bytes);

	if (bytes > *left)
		return false;
	*left -= bytes;
	return true;
}

static int hash_create(struct kern_map *map, const struct agg_layout *agg,
		       uint32_t key_bytes, uint32_t slot_max, uint64_t *left,
		       struct kern_log *log)
{
	struct sys_map_spec sys = {
		.name = "keys",
		.type = BPF_MAP_TYPE_HASH,
		.key_bytes = key_bytes,
		.value_bytes = agg->keeps_time ? sizeof(struct rt_key) :
						 sizeof(uint32_t),
		.max_entries = slot_max,
	};

	if (!take_prealloc(&sys, left) && feature_has(FEAT_hash_alloc))
		sys.flags = BPF_F_NO_PREALLOC;

	map->fd = sys_map_create(&sys);
	if (map->fd < 0)
		return kern_log_errno(
			log, map->fd,
			"can't create a hash of %u keys with %u bytes",
			slot_max, key_bytes);
	return 0;
}

static uint64_t values_bytes(const struct kern_maps *maps,
			     const struct agg_layout *agg)
{
	return (uint64_t)agg->slot_max * maps->cell_max * agg->value_words *
	       sizeof(uint64_t);
}

static uint64_t free_bytes(const struct agg_layout *agg)
{
	if (!agg->is_recycled)
		return 0;
	return sizeof(struct rt_free) +
	       (uint64_t)agg->slot_max * sizeof(uint64_t);
}

static int own_create(struct kern_maps *maps, uint32_t i,
		      const struct agg_layout *agg, uint64_t *left,
		      struct kern_log *log)
{
	struct map_spec values = { "values", values_bytes(maps, agg), true };
	struct map_spec frees = { "free", free_bytes(agg), true };
	int err = hash_create(&maps->hashes[i], agg, agg->key_bytes,
			      agg->slot_max, left, log);

	if (!err)
		err = kern_map_array(&maps->values[i], &values, log);
	if (!err && agg->is_recycled)
		err = kern_map_array(&maps->frees[i], &frees, log);
	return err;
}

/* ------------------------------------------------------------- shared maps */

/* Sizes that the shared maps need. */
struct shares {
	const struct agg_layout *any[AGG_SHARED_HASH_CNT];
	uint32_t slot_cnt[AGG_SHARED_HASH_CNT];
	uint64_t bytes[AGG_SHARED_VALUES_CNT];
};

static uint32_t hash_of(const struct agg_layout *agg)
{
	uint32_t i = 0;

	while (i + 1 < AGG_SHARED_HASH_CNT &&
	       agg_shared_key_bytes[i] != agg->key_bytes)
		i++;
	return i;
}

/*
 * Places the parts of aggregation @i; the maps are created when all are known.
 */
static void part_place(struct kern_maps *maps, uint32_t i,
		       const struct agg_layout *agg, struct shares *shares)
{
	uint32_t hash = hash_of(agg);
	uint64_t *bytes = &shares->bytes[i % AGG_SHARED_VALUES_CNT];

	shares->any[hash] = agg;
	shares->slot_cnt[hash] += agg->slot_max;
	maps->hashes[i] = (struct kern_map){
		.fd = -1,
		.is_part = true,
		.agg_id = agg->id,
		.key_bytes = SHARED_KEY_HEAD + agg->key_bytes,
	};
	maps->values[i] = (struct kern_map){
		.fd = -1,
		.is_part = true,
		.off = (uint32_t)*bytes,
	};
	*bytes += values_bytes(maps, agg);
	if (!agg->is_recycled)
		return;
	maps->frees[i] = maps->values[i];
	maps->frees[i].off = (uint32_t)*bytes;
	*bytes += free_bytes(agg);
}

static int shared_create(struct kern_maps *maps, const struct shares *shares,
			 uint64_t *left, struct kern_log *log)
{
	int err = 0;

	for (uint32_t i = 0; i < AGG_SHARED_HASH_CNT && !err; i++)
		if (shares->slot_cnt[i])
			err = hash_create(&maps->shared_hashes[i],
					  shares->any[i],
					  SHARED_KEY_HEAD +
						  shares->any[i]->key_bytes,
					  shares->slot_cnt[i], left, log);
	for (uint32_t i = 0; i < AGG_SHARED_VALUES_CNT && !err; i++) {
		struct map_spec spec = { "values", shares->bytes[i], true };

		if (spec.bytes)
			err = kern_map_array(&maps->shared_values[i], &spec,
					     log);
	}
	return err;
}

static void part_open(struct kern_map *part, const struct kern_map *whole)
{
	if (!part->is_part)
		return;
	part->fd = whole->fd;
	if (whole->mem)
		part->mem = (uint8_t *)whole->mem + part->off;
}

static void parts_open(struct kern_maps *maps, const struct gen_result *gen)
{
	for (uint32_t i = 0; i < maps->keyed_cnt; i++) {
		const struct agg_layout *agg = &gen->aggs.v[gen->keyed_agg[i]];
		const struct kern_map *values =
			&maps->shared_values[i % AGG_SHARED_VALUES_CNT];

		part_open(&maps->hashes[i],
			  &maps->shared_hashes[hash_of(agg)]);
		part_open(&maps->values[i], values);
		part_open(&maps->frees[i], values);
	}
}

int kern_maps_create_keyed(struct kern_maps *maps, const struct gen_result *gen,
			   struct kern_log *log)
{
	struct shares shares = { 0 };
	uint64_t left = PREALLOC_BYTES;
	int err = 0;

	maps->keyed_cnt = gen->keyed_cnt;
	maps->hashes = xcalloc(gen->keyed_cnt, sizeof(*maps->hashes));
	maps->values = xcalloc(gen->keyed_cnt, sizeof(*maps->values));
	maps->frees = xcalloc(gen->keyed_cnt, sizeof(*maps->frees));
	for (uint32_t i = 0; i < gen->keyed_cnt; i++)
		maps->hashes[i] = maps->values[i] = maps->frees[i] = kern_no_map;
	for (uint32_t i = 0; i < gen->keyed_cnt && !err; i++) {
		const struct agg_layout *agg = &gen->aggs.v[gen->keyed_agg[i]];

		if (agg->is_shared)
			part_place(maps, i, agg, &shares);
		else
			err = own_create(maps, i, agg, &left, log);
	}
	if (!err)
		err = shared_create(maps, &shares, &left, log);
	if (!err)
		parts_open(maps, gen);
	return err;
}

/* ------------------------------------------------------------ walk of a hash */

enum { WALK_BATCH = 256 };

/* Sizes of the hash, and a buffer for a batch of @room elements. */
struct batch {
	uint32_t key_bytes, value_bytes;
	uint32_t room;
	uint8_t *keys, *values;
};

static void batch_make_room(struct batch *batch, uint32_t room)
{
	batch->room = room;
	batch->keys = xrealloc_array(batch->keys, room, batch->key_bytes);
	batch->values = xrealloc_array(batch->values, room, batch->value_bytes);
}

/*
 * Calls @fn for those of the first @cnt elements that belong to @hash, and
 * returns its first result other than 0.
 */
static int batch_walk(const struct batch *batch, const struct kern_map *hash,
		      uint32_t cnt, kern_walk_fn *fn, void *arg)
{
	int result = 0;

	for (uint32_t i = 0; i < cnt && !result; i++) {
		const uint8_t *key = batch->keys + i * batch->key_bytes;
		struct rt_key value = { 0 };

		if (hash->is_part && memcmp(key, &hash->agg_id, 4))
			continue;
		memcpy(&value, batch->values + i * batch->value_bytes,
		       batch->value_bytes);
		result = fn(arg, key + (hash->is_part ? SHARED_KEY_HEAD : 0),
			    value.slot, value.time_ns);
	}
	return result;
}

static int batch_init(struct batch *batch, int fd)
{
	struct bpf_map_info info = { 0 };
	int err = sys_obj_info(fd, &info, sizeof(info));

	*batch = (struct batch){ 0 };
	if (err)
		return err;
	batch->key_bytes = info.key_size;
	batch->value_bytes = info.value_size;
	batch_make_room(batch, WALK_BATCH);
	return 0;
}

static void batch_deinit(struct batch *batch)
{
	free(batch->keys);
	free(batch->values);
}

int kern_maps_walk(const struct kern_maps *maps, uint32_t keyed_idx,
		   kern_walk_fn *fn, void *arg)
{
	const struct kern_map *hash =
		kern_maps_find(maps, MAP_AGG_HASH, keyed_idx);
	uint32_t position;
	struct batch batch;
	bool is_first = true;
	int err, result = 0;

	if (!hash)
		return -ENOENT;
	err = batch_init(&batch, hash->fd);
	while (!err && !result) {
		uint32_t cnt = batch.room;

		err = sys_map_lookup_batch(hash->fd,
					   is_first ? NULL : &position,
					   &position, batch.keys, batch.values,
					   &cnt);
		/* a bucket must fit into one batch */
		if (err == -ENOSPC && batch.room < 1U << 20) {
			batch_make_room(&batch, batch.room * 2);
			err = 0;
			continue;
		}
		is_first = false;
		if (!err || err == -ENOENT)
			result = batch_walk(&batch, hash, cnt, fn, arg);
	}
	batch_deinit(&batch);
	return result ? result : err == -ENOENT ? 0 : err;
}

/* The key in the form of the hash; the caller frees it. */
static void *whole_key(const struct kern_map *hash, const void *key,
		       uint32_t key_bytes)
{
	uint32_t head_bytes = hash->is_part ? SHARED_KEY_HEAD : 0;
	uint8_t *whole = xcalloc(1, head_bytes + key_bytes);

	if (hash->is_part)
		memcpy(whole, &hash->agg_id, sizeof(hash->agg_id));
	memcpy(whole + head_bytes, key, key_bytes);
	return whole;
}

/*
 * As programs do (codegen/aggregation/key_to_slot.c): takes a slot that was never used.
 */
static int new_slot(const struct kern_maps *maps, const struct agg_layout *agg,
		    uint32_t *slot_ret)
{
	uint8_t *slots = maps->by_role[MAP_AGG_SLOTS].mem;
	uint64_t *next = (uint64_t *)(slots + rt_slots_off(agg->keyed_idx,
							   maps->cpu_max));
	uint64_t slot = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);

	if (slot >= agg->slot_cnt)
		return -ENOSPC;
	*slot_ret = (uint32_t)slot;
	return 0;
}

/* Inserts the key, unless a program does at the same time. */
static int insert_key(const struct kern_maps *maps,
		      const struct agg_layout *agg, int fd, const void *whole,
		      struct rt_key *ret)
{
	int err = new_slot(maps, agg, &ret->slot);

	ret->time_ns = 0;
	if (err)
		return err;
	err = sys_map_update(fd, whole, ret, BPF_NOEXIST);
	/* the slot is lost: one of many, in a rare race */
	if (err == -EEXIST)
		return sys_map_lookup(fd, whole, ret);
	return err == -E2BIG ? -ENOSPC : err;
}

int kern_maps_slot(const struct kern_maps *maps, const struct agg_layout *agg,
		   const void *key, uint32_t *slot_ret)
{
	const struct kern_map *hash =
		kern_maps_find(maps, MAP_AGG_HASH, agg->keyed_idx);
	void *whole = whole_key(hash, key, agg->key_bytes);
	struct rt_key value = { 0 };
	int err = sys_map_lookup(hash->fd, whole, &value);

	if (err == -ENOENT)
		err = insert_key(maps, agg, hash->fd, whole, &value);
	*slot_ret = value.slot;
	free(whole);
	return err;
}

void kern_maps_forget(const struct kern_maps *maps, uint32_t keyed_idx,
		      const void *key)
{
	const struct kern_map *hash =
		kern_maps_find(maps, MAP_AGG_HASH, keyed_idx);
	uint8_t *whole;

	if (!hash->is_part) {
		sys_map_delete(hash->fd, key);
		return;
	}
	whole = whole_key(hash, key, hash->key_bytes - SHARED_KEY_HEAD);
	sys_map_delete(hash->fd, whole);
	free(whole);
}
