/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The maps of a session, and their memory as the consumer sees it.
 *
 *	kern_maps_create(&maps, gen_result, cpus, ring_bytes, &log)
 *	... load, trace ...
 *	kern_maps_destroy(&maps)
 *
 * Every map except the hashes, the rings and the bell is an array with one
 * element, so that programs access it by address. These arrays and the rings
 * are mapped read-write for the consumer.
 */
#ifndef DTRACE_RUNTIME_KERNEL_MAP_MAPS_H
#define DTRACE_RUNTIME_KERNEL_MAP_MAPS_H

#include "runtime/codegen/codegen.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/cpu.h"

/* One map. fd -1: not created. */
struct kern_map {
	int fd;
	void *mem;	  /* the mapping, or NULL if there is none */
	size_t mem_bytes; /* of the value; the mapping is whole pages */
	/*
	 * how much of it kern_map_extend() has mapped; the rest is reserved
	 * addresses
	 */
	size_t extended_bytes;
	bool is_part; /* part of a shared map, which is closed elsewhere: */
	uint32_t off; /* of an array: offset of the part */
	uint32_t agg_id, key_bytes; /* of a hash: first word of its keys */
};

extern const struct kern_map kern_no_map;

/* Closes and unmaps it, unless it is a part of another. */
void kern_map_close(struct kern_map *map);
/*
 * Reserves addresses for all @bytes of an array, so that it can be mapped in
 * pieces: what is mapped counts as memory of dtrace, used or not. 0 or -errno
 * with @log.
 */
int kern_map_reserve(struct kern_map *map, size_t bytes, struct kern_log *log);
/* Maps the first @bytes of the reservation. Returns 0 or -errno. */
int kern_map_extend(struct kern_map *map, size_t bytes);
/* Only unmaps it. */
void kern_map_munmap(struct kern_map *map);

struct kern_ring {
	uint32_t cpu;
	struct rt_ring *head;
	uint8_t *chunks; /* the first chunk; chunk_stride bytes to the next */
};

struct kern_maps {
	uint32_t cpu_max, cell_max; /* as in gen_env */
	struct kern_map by_role[MAP_ROLE_CNT]; /* except HASH, VALUES, DYN */
	uint32_t keyed_cnt;
	struct kern_map *hashes; /* [keyed_idx] */
	struct kern_map *values; /* [keyed_idx] */
	struct kern_map *frees; /* [keyed_idx]; fd -1: slots are not recycled */
	struct kern_map shared_hashes[AGG_SHARED_HASH_CNT];
	struct kern_map shared_values[AGG_SHARED_VALUES_CNT];
	uint32_t dyn_cnt;
	struct kern_map *dyns; /* [index of MAP_DYN] */
	struct kern_ring *rings; /* for possible CPUs, by CPU number */
	uint32_t ring_cnt; /* 0: nothing is recorded */
	uint32_t chunk_stride;
};

/* Returns the map for a reference of generated code, or NULL. */
const struct kern_map *kern_maps_find(const struct kern_maps *maps,
				      enum map_role role, uint32_t index);

/*
 * Creates and maps everything; @ring_bytes as in gen_env. Returns 0, or -errno
 * with @log filled and nothing left.
 */
int kern_maps_create(struct kern_maps *maps, const struct gen_result *gen,
		     const struct kern_cpus *cpus, uint32_t ring_bytes,
		     struct kern_log *log);
/* var_maps.c: creates the maps of variables. 0, or -errno with @log. */
int kern_maps_create_vars(struct kern_maps *maps, const struct gen_result *gen,
			  struct kern_log *log);
/* Creates the maps of unwind tables. 0, or -errno with @log. */
int kern_maps_create_unwind(struct kern_maps *maps,
			    const struct gen_result *gen, struct kern_log *log);
/* Bytes of the ring buffer in the map of the role MAP_UNWIND_ASKED. */
uint32_t kern_unwind_ring_bytes(void);
/* Creates another map of the role MAP_NAMES: a descriptor or -errno. */
int kern_names_create(const char *names, size_t bytes, struct kern_log *log);
/* Unmaps and closes all. A zeroed struct is allowed. */
void kern_maps_destroy(struct kern_maps *maps);

/* @time_ns: when the key was added, or 0: see agg_layout.keeps_time. */
typedef int kern_walk_fn(void *arg, const void *key, uint32_t slot,
			 uint64_t time_ns);
/*
 * Calls @fn for each key of hash @keyed_idx with its slot, by batch lookups.
 * Returns 0, -errno, or the first value other than 0 that @fn returned.
 */
int kern_maps_walk(const struct kern_maps *maps, uint32_t keyed_idx,
		   kern_walk_fn *fn, void *arg);

/*
 * Finds @key in the hash of @agg, or inserts it with a slot that nobody has.
 * Returns 0 and the slot, -ENOSPC (no room for another key) or -errno.
 */
int kern_maps_slot(const struct kern_maps *maps, const struct agg_layout *agg,
		   const void *key, uint32_t *slot_ret);
/* Removes @key, as passed by kern_maps_walk(), from hash @keyed_idx. */
void kern_maps_forget(const struct kern_maps *maps, uint32_t keyed_idx,
		      const void *key);

/* memory.c: bytes of kernel memory, by purpose. */
struct kern_memory {
	uint64_t ring_bytes, agg_bytes, variable_bytes, other_bytes;
};
void kern_maps_memory(const struct kern_maps *maps, struct kern_memory *ret);

/* agg_maps.c: the part of kern_maps_create() for aggregations with keys. */
int kern_maps_create_keyed(struct kern_maps *maps, const struct gen_result *gen,
			   struct kern_log *log);

/* Describes a map; a size of 0 creates none. */
struct map_spec {
	const char *name;
	uint64_t bytes;
	bool is_mapped;
};
/* Creates an array of one element of that size. 0, or -errno with @log. */
int kern_map_array(struct kern_map *map, const struct map_spec *spec,
		   struct kern_log *log);

/* -------------------------------------------------------------------- rings */

/*
 * Creates the rings; none if no program writes records. 0, or -errno with @log.
 */
int kern_rings_create(struct kern_maps *maps, const struct gen_result *gen,
		      const struct kern_cpus *cpus, uint32_t ring_bytes,
		      struct kern_log *log);
/* Maps the first @bytes of the array @map->fd for reading and writing. */
int kern_map_mmap(struct kern_map *map, size_t bytes, struct kern_log *log);
/* Rounds @bytes down to a valid ring size: a power of two, at least a page. */
uint32_t kern_ring_round(uint64_t bytes);

#endif
