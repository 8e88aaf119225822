// SPDX-License-Identifier: BSD-2-Clause
/*
 * The programs that the generator makes, translated (runtime/direct/), do what
 * they do in the kernel: the same code runs in both on the same arguments, each
 * with memory of its own; then all aggregations, counters and records agree.
 */
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "runtime/direct/direct_map.h"
#include "runtime/direct/translate.h"
#include "runtime/kernel/program/load.h"
#include "runtime/kernel/sys.h"
#include "tests/codegen/gen_sample.h"

enum {
	ARG_CNT = 12,
	RING_BYTES = 65536,
	FIRING_CNT = 300,
	KEYED_MAX = 8,
	PLACE_MAX = 32,
	CODE_BYTES = 1 << 16,
};

/* What the maps of the kernel are, in this process. */
struct process {
	struct direct_place places[PLACE_MAX];
	size_t place_cnt;
	char *by_role[MAP_ROLE_CNT];
	struct direct_map *hashes[KEYED_MAX];
	char *values[KEYED_MAX];
	struct direct_map *rings;
	unsigned char *code;
};

struct run {
	struct gen_sample sample;
	struct gen_loaded loaded;
	struct process process;
	uint32_t cpu_max;
	void (*hook)(const uint64_t args[]);
	size_t equal_cnt; /* firings at which arg1 == arg2 */
};

/* ----------------------------------------------------------------- memory */

static void *add_value(struct process *process, enum map_role role,
		       uint32_t index, uint64_t bytes)
{
	void *memory = calloc(1, bytes + 8);

	process->places[process->place_cnt++] = (struct direct_place){
		.role = role,
		.index = index,
		.value_addr = (uintptr_t)memory,
	};
	return memory;
}

static struct direct_map *add_map(struct process *process, enum map_role role,
				  uint32_t index, enum direct_map_kind kind,
				  uint32_t key_bytes, uint32_t value_bytes,
				  uint32_t max)
{
	struct direct_map header, *map;

	map = calloc(1, direct_map_init(&header, kind, key_bytes, value_bytes,
					max));
	*map = header;
	process->places[process->place_cnt++] = (struct direct_place){
		.role = role,
		.index = index,
		.map_addr = (uintptr_t)map,
	};
	return map;
}

static void add_aggs(struct run *run)
{
	const struct gen_result *gen = run->sample.result;
	struct process *process = &run->process;

	for (uint32_t i = 0; i < gen->keyed_cnt; i++) {
		const struct agg_layout *agg =
			&gen->aggs.v[gen->keyed_agg[i]];

		process->hashes[i] = add_map(process, MAP_AGG_HASH, i,
					     DIRECT_MAP_HASH, agg->key_bytes,
					     4, agg->slot_max);
		process->values[i] = add_value(
			process, MAP_AGG_VALUES, i,
			(uint64_t)agg->slot_max * gen->cell_max *
				agg->value_words * 8);
	}
}

static void add_rings(struct run *run)
{
	const struct gen_result *gen = run->sample.result;
	struct process *process = &run->process;
	struct rt_ring *heads;

	if (!gen->record_max_bytes)
		return;
	heads = add_value(process, MAP_RING_HEADS, 0,
			  run->cpu_max * sizeof(heads[0]));
	process->by_role[MAP_RING_HEADS] = (char *)heads;
	process->rings =
		add_map(process, MAP_RINGS, 0, DIRECT_MAP_ARRAY, 4,
			rt_ring_chunk_stride(RING_BYTES, gen->record_max_bytes),
			run->cpu_max);
	for (uint32_t i = 0; i < run->cpu_max; i++) {
		heads[i].ring_bytes = RING_BYTES;
		heads[i].first_chunk = i;
	}
}

static void add_all(struct run *run)
{
	const struct gen_result *gen = run->sample.result;
	const struct {
		enum map_role role;
		uint64_t bytes;
	} values[] = {
		{ MAP_CONTROL, sizeof(struct rt_control) },
		{ MAP_COUNTERS, gen->counter_stride * run->cpu_max },
		{ MAP_AGG_UNKEYED, gen->unkeyed_stride * gen->cell_max },
		{ MAP_AGG_SLOTS, rt_slots_off(gen->keyed_cnt, run->cpu_max) },
		{ MAP_AGG_FRONT, gen->front_bytes },
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		run->process.by_role[values[i].role] =
			add_value(&run->process, values[i].role, 0,
				  values[i].bytes);
	add_aggs(run);
	add_rings(run);
}

/* ------------------------------------------------------------ begin and end */

static struct probe_abi raw_abi(void)
{
	struct probe_abi abi = {
		.context = ABI_RAW_TP,
		.probe_tag = 1,
		.filter.active_state = RT_ACTIVE,
	};

	for (int i = 0; i < 10; i++)
		abi.args[i] = (struct abi_arg){
			.kind = ABI_ARG_CTX,
			.size_bytes = 8,
			.is_signed = true,
			.ctx_off = (int16_t)(i * 8),
			.index_off = -1,
		};
	return abi;
}

static void translate(struct run *run)
{
	struct process *process = &run->process;
	struct direct_text text;
	size_t native_cnt;
	const void *native = direct_native_bytes(&native_cnt);
	size_t at = (native_cnt + 63) & ~(size_t)63;
	unsigned char *to;
	struct direct_target target = {
		.tgid = (uint32_t)getpid(),
		.cpu_max = run->cpu_max,
		.clock_addr = (uintptr_t)clock_gettime,
		.record_max_bytes = run->sample.result->record_max_bytes,
		.places = process->places,
		.place_cnt = process->place_cnt,
	};

	process->code = mmap(NULL, CODE_BYTES,
			     PROT_READ | PROT_WRITE | PROT_EXEC,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memcpy(process->code, native, native_cnt);
	to = process->code + at;
	target.native_addr = (uintptr_t)process->code;
	target.code_addr = (uintptr_t)to;
	if (direct_translate(&run->sample.result->progs.v[0].code, &target,
			     &text)) {
		printf("not ok translate: %s\n", text.why);
		exit(1);
	}
	memcpy(to, text.bytes, text.cnt);
	memcpy(&run->hook, &to, sizeof(run->hook));
	direct_text_deinit(&text);
}

static void start(struct run *run, const char *text)
{
	struct gen_env env = gen_sample_env();
	struct probe_abi abi = raw_abi();

	memset(run, 0, sizeof(*run));
	run->cpu_max = gen_sample_cpu_max();
	gen_sample_start(&run->sample, &run->loaded, text, &env, &abi);
	add_all(run);
	translate(run);
	((struct rt_control *)run->loaded.maps.by_role[MAP_CONTROL].mem)
		->state = RT_ACTIVE;
	((struct rt_control *)(void *)run->process.by_role[MAP_CONTROL])
		->state = RT_ACTIVE;
}

static void end(struct run *run)
{
	for (size_t i = 0; i < run->process.place_cnt; i++)
		free((void *)(uintptr_t)(run->process.places[i].map_addr |
					 run->process.places[i].value_addr));
	munmap(run->process.code, CODE_BYTES);
	gen_sample_end(&run->sample, &run->loaded);
}

/* The same firings in both. */
static void fire_all(struct run *run)
{
	uint64_t random = 5, args[ARG_CNT] = { 0 };

	for (int i = 0; i < FIRING_CNT; i++) {
		for (int n = 0; n < 5; n++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			args[n] = n < 3 ? random >> 33 & 15 : random >> 20;
		}
		if (sys_prog_test_run(run->loaded.prog_fd, args, sizeof(args),
				      NULL))
			check("test run", false, "it failed");
		run->hook(args);
		run->equal_cnt += args[1] == args[2];
	}
}

/* --------------------------------------------------------------- comparing */

/* All words of one copy for each CPU, summed over the CPUs. */
static void same_words(const char *name, const char *kernel,
		       const char *process, uint32_t copy_cnt, uint32_t stride)
{
	uint64_t sums[2] = { 0, 0 }, total = 0;
	bool is_same = true;

	for (uint32_t off = 0; off < stride; off += 8) {
		sums[0] = sums[1] = 0;
		for (uint32_t i = 0; i < copy_cnt; i++) {
			sums[0] += *(const uint64_t *)(const void *)(
				kernel + i * stride + off);
			sums[1] += *(const uint64_t *)(const void *)(
				process + i * stride + off);
		}
		is_same &= sums[0] == sums[1];
		total += sums[0];
	}
	check(name, is_same && total, "other numbers, or none");
}

struct keyed {
	struct run *run;
	uint32_t idx;
	const struct agg_layout *agg;
	size_t key_cnt;
	bool is_same;
};

/* Word @word of a slot, summed over the cells. */
static uint64_t sum_cells(const struct keyed *keyed, const char *values,
			  uint32_t slot, uint32_t word)
{
	uint32_t cells = keyed->run->sample.result->cell_max;
	uint64_t sum = 0;

	for (uint32_t cell = 0; cell < cells; cell++)
		sum += ((const uint64_t *)(const void *)values)
			[(slot * cells + cell) * keyed->agg->value_words + word];
	return sum;
}

/* A key of the kernel's hash has the same values in the process. */
static int same_key(void *arg, const void *key, uint32_t slot, uint64_t time_ns)
{
	struct keyed *keyed = arg;
	struct process *process = &keyed->run->process;
	struct direct_map map = *process->hashes[keyed->idx];
	const char *places = (char *)process->hashes[keyed->idx] + map.first_off;
	unsigned char have[64];
	uint32_t pos = 0, have_slot, found_cnt = 0;

	(void)time_ns;
	keyed->key_cnt++;
	while (direct_map_next(&map, places, &pos, have, &have_slot)) {
		if (memcmp(have, key, map.key_bytes))
			continue;
		found_cnt++;
		for (uint32_t i = 0; i < keyed->agg->value_words; i++)
			keyed->is_same &=
				sum_cells(keyed,
					  keyed->run->loaded.maps
						  .values[keyed->idx].mem,
					  slot, i) ==
				sum_cells(keyed, process->values[keyed->idx],
					  have_slot, i);
	}
	keyed->is_same &= found_cnt == 1;
	return 0;
}

static void same_keys(struct run *run, uint32_t idx)
{
	struct keyed keyed = {
		.run = run,
		.idx = idx,
		.agg = &run->sample.result->aggs
				.v[run->sample.result->keyed_agg[idx]],
		.is_same = true,
	};

	kern_maps_walk(&run->loaded.maps, idx, same_key, &keyed);
	check("keys", keyed.is_same && keyed.key_cnt &&
			      keyed.key_cnt ==
				      run->process.hashes[idx]->used_cnt,
	      "%zu in the kernel, %" PRIu64 " in the process", keyed.key_cnt,
	      run->process.hashes[idx]->used_cnt);
}

/* Where the next record of the process is. */
struct cursor {
	struct run *run;
	uint64_t pos;
	size_t other_cnt;
};

static void same_record(const void *record, size_t bytes, void *arg)
{
	struct cursor *cursor = arg;
	struct run *run = cursor->run;
	int cpu = sched_getcpu();
	char *chunk = (char *)run->process.rings + run->process.rings->first_off +
		      (uint32_t)cpu * run->process.rings->stride;
	char *header = chunk + cursor->pos % RING_BYTES;
	const size_t skip = sizeof(struct rec_header);

	if (*(uint64_t *)(void *)header != bytes ||
	    /* all but the time */
	    memcmp(header + 8, record, offsetof(struct rec_header, time_ns)) ||
	    memcmp(header + 8 + skip, (const char *)record + skip,
		   bytes - skip))
		cursor->other_cnt++;
	cursor->pos += rt_ring_record_bytes((uint32_t)bytes);
}

static void same_records(struct run *run, size_t want_cnt)
{
	struct cursor cursor = { .run = run };
	size_t cnt = gen_loaded_records(&run->loaded, same_record, &cursor);
	const struct rt_ring *heads =
		(void *)run->process.by_role[MAP_RING_HEADS];

	check("records", cnt == want_cnt && !cursor.other_cnt &&
		      heads[sched_getcpu()].producer_pos == cursor.pos,
	      "%zu, %zu differ", cnt, cursor.other_cnt);
}

/* ------------------------------------------------------------------- tests */

static void same_counters(struct run *run)
{
	same_words("counters", run->loaded.maps.by_role[MAP_COUNTERS].mem,
		   run->process.by_role[MAP_COUNTERS], run->cpu_max,
		   run->sample.result->counter_stride);
}

static void test_unkeyed(void)
{
	struct run run;

	start(&run, "BEGIN { @a = count(); @b = sum(arg3); @c = min(arg3); "
		    "@d = max(arg4); @e = avg(arg0); @f = stddev(arg4); "
		    "@g = quantize(arg3); @h = lquantize(arg0, 2, 12, 3); "
		    "@i = llquantize(arg4, 10, 0, 6, 20); } "
		    "BEGIN /arg1 > 7 && arg2 % 3 == 1/ "
		    "{ this->x = arg3 / (arg1 - 5) - arg4 % 17; "
		    "@j = sum(this->x); @k = count(); }");
	fire_all(&run);
	same_words("unkeyed", run.loaded.maps.by_role[MAP_AGG_UNKEYED].mem,
		   run.process.by_role[MAP_AGG_UNKEYED],
		   run.sample.result->cell_max,
		   run.sample.result->unkeyed_stride);
	same_counters(&run);
	end(&run);
}

static void test_keyed(void)
{
	struct run run;

	start(&run, "BEGIN { @a[arg0] = count(); "
		    "@b[arg1, arg2 & 1] = quantize(arg3); "
		    "@c[(char)arg0, \"text\"] = avg(arg4); } "
		    "BEGIN /arg0 < 9/ { @a[arg0] = count(); }");
	fire_all(&run);
	for (uint32_t i = 0; i < run.sample.result->keyed_cnt; i++)
		same_keys(&run, i);
	same_counters(&run);
	end(&run);
}

static void test_records(void)
{
	struct run run;

	start(&run, "BEGIN { trace(arg0); printf(\"%d %d\", (int)arg3, "
		    "(short)arg4); } BEGIN /arg1 == arg2/ { trace(-arg4); }");
	fire_all(&run);
	same_records(&run, FIRING_CNT + run.equal_cnt);
	same_counters(&run);
	end(&run);
}

int main(void)
{
	cpu_set_t set;
	size_t native_cnt;

	direct_native_bytes(&native_cnt);
	if (!native_cnt) {
		printf("skip direct: needs x86-64\n");
		return 0;
	}
	/* one ring in both */
	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	sched_setaffinity(0, sizeof(set), &set);
	test_unkeyed();
	test_keyed();
	test_records();
	return check_status();
}
