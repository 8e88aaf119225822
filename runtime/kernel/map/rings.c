/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rings of all CPUs, as laid out in record.h, and the bell. The input is
 * the CPUs, the size of a ring, and the largest record; the output is the maps,
 * and where each CPU's ring is in them.
 *
 *	heads	[cpu]	struct rt_ring
 *	rings	[chunk]	first the chunks of one CPU, then those of the next
 *	bell		a ring buffer of the kernel, of a page
 *
 * A CPU that is offline now has one chunk, so that its records are not lost if
 * it comes online.
 */
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/sys.h"

uint32_t kern_ring_round(uint64_t bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), size = page;

	while (size * 2 <= bytes && size < 1ULL << 30)
		size *= 2;
	return (uint32_t)size;
}

/* Size of a CPU's ring; for offline CPUs see above. */
static uint32_t ring_bytes_of(const struct kern_cpus *cpus, uint32_t cpu,
			      uint32_t ring_bytes)
{
	if (!cpus->possible[cpu])
		return 0;
	return cpus->online[cpu] ? ring_bytes : rt_ring_chunk_bytes(ring_bytes);
}

static uint32_t count_chunks(const struct kern_cpus *cpus, uint32_t ring_bytes)
{
	uint32_t cnt = 0;

	for (uint32_t cpu = 0; cpu < cpus->cpu_max; cpu++)
		cnt += ring_bytes_of(cpus, cpu, ring_bytes) /
		       rt_ring_chunk_bytes(ring_bytes);
	return cnt;
}

static int chunks_create(struct kern_map *map, uint32_t chunk_cnt,
			 uint32_t stride, struct kern_log *log)
{
	struct sys_map_spec spec = {
		.name = "rings",
		.type = BPF_MAP_TYPE_ARRAY,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = stride,
		.max_entries = chunk_cnt,
		.flags = BPF_F_MMAPABLE,
	};

	map->fd = sys_map_create(&spec);
	if (map->fd < 0)
		return kern_log_errno(
			log, map->fd,
			"can't create rings of %llu bytes in all; lower bufsize",
			(unsigned long long)chunk_cnt * stride);
	return kern_map_mmap(map, (size_t)chunk_cnt * stride, log);
}

static int bell_create(struct kern_map *map, struct kern_log *log)
{
	struct sys_map_spec spec = {
		.name = "bell",
		.type = BPF_MAP_TYPE_RINGBUF,
		.max_entries = (uint32_t)sysconf(_SC_PAGESIZE),
	};

	map->fd = sys_map_create(&spec);
	return map->fd < 0 ? kern_log_errno(log, map->fd,
					    "can't create the ring buffer that "
					    "wakes the reader") :
			     0;
}

/* Writes to each ring's head where the ring is, for the programs. */
static void rings_place(struct kern_maps *maps, const struct kern_cpus *cpus,
			uint32_t ring_bytes)
{
	struct rt_ring *heads = maps->by_role[MAP_RING_HEADS].mem;
	uint8_t *chunks = maps->by_role[MAP_RINGS].mem;
	uint32_t first_chunk = 0;

	maps->rings = xcalloc(cpus->cpu_max, sizeof(*maps->rings));
	for (uint32_t cpu = 0; cpu < cpus->cpu_max; cpu++) {
		uint32_t bytes = ring_bytes_of(cpus, cpu, ring_bytes);
		uint32_t chunk_cnt = bytes / rt_ring_chunk_bytes(ring_bytes);

		if (!bytes)
			continue;
		heads[cpu].ring_bytes = bytes;
		heads[cpu].floor = -(uint64_t)bytes << RT_TIP_SHIFT;
		heads[cpu].first_chunk = first_chunk;
		heads[cpu].chunk_mask = chunk_cnt - 1;
		maps->rings[maps->ring_cnt++] = (struct kern_ring){
			.cpu = cpu,
			.head = &heads[cpu],
			.chunks = chunks +
				  (size_t)first_chunk * maps->chunk_stride,
		};
		first_chunk += chunk_cnt;
	}
}

int kern_rings_create(struct kern_maps *maps, const struct gen_result *gen,
		      const struct kern_cpus *cpus, uint32_t ring_bytes,
		      struct kern_log *log)
{
	int err;

	if (!gen->record_max_bytes)
		return 0;
	maps->chunk_stride =
		rt_ring_chunk_stride(ring_bytes, gen->record_max_bytes);
	err = chunks_create(&maps->by_role[MAP_RINGS],
			    count_chunks(cpus, ring_bytes), maps->chunk_stride,
			    log);
	if (!err)
		err = bell_create(&maps->by_role[MAP_BELL], log);
	if (!err)
		rings_place(maps, cpus, ring_bytes);
	return err;
}
