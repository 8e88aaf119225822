// SPDX-License-Identifier: BSD-2-Clause
/*
 * D text -> program -> kernel, in two calls. See gen_sample.h.
 */
#include "tests/codegen/gen_sample.h"

#include <linux/bpf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lang/check/check.h"
#include "lang/parse/parse.h"
#include "runtime/kernel/program/load.h"

enum { RING_BYTES = 65536 };

static bool can_sleep(void *arg)
{
	(void)arg;
	return true;
}

struct gen_env gen_sample_env(void)
{
	return (struct gen_env){
		.cpu_max = 4,
		.strsize_bytes = 256,
		.scratchsize_bytes = 8192,
		.aggsize_bytes = 4 << 20,
		.ring_bytes = RING_BYTES,
		.has_ordered_stores = true,
		.keeps_counts = true,
		.can_sleep = can_sleep,
		.has_task_storage = true,
		.keeps_bounds = true,
		.dynvarsize_bytes = 1 << 20,
		.stack_frames = 20,
		.ustack_frames = 100,
		.jstack_frames = 50,
		.max_frames = 127,
	};
}

struct probe_abi gen_sample_test_run(void)
{
	return (struct probe_abi){
		.context = ABI_TEST_RUN,
		.probe_tag = 1,
		.filter.active_state = RT_STARTING,
	};
}

struct probe_abi gen_sample_uprobe(void)
{
	/* di si dx cx r8 r9 in struct pt_regs of x86-64 */
	static const int16_t regs[] = { 112, 104, 96, 88, 72, 64 };
	struct probe_abi abi = {
		.context = ABI_UPROBE,
		.identity.kind = ABI_ID_COOKIE,
		.filter.active_state = RT_ACTIVE,
	};

	for (int i = 0; i < 6; i++)
		abi.args[i] = (struct abi_arg){
			.kind = ABI_ARG_CTX,
			.size_bytes = i == 1 || i == 2 ? 4 : 8,
			.is_signed = i != 2,
			.ctx_off = regs[i],
			.index_off = -1,
		};
	/* -4@16(%rsp,%rbx,4) */
	abi.args[6] = (struct abi_arg){
		.kind = ABI_ARG_MEM,
		.size_bytes = 4,
		.is_signed = true,
		.ctx_off = 152,
		.index_off = 40,
		.scale = 4,
		.value = 16,
	};
	abi.args[7] = (struct abi_arg){
		.kind = ABI_ARG_CONST,
		.size_bytes = 4,
		.is_signed = true,
		.value = -5,
	};
	abi.args[8] = (struct abi_arg){
		.kind = ABI_ARG_BAD,
		.why = "its operand is a float register",
	};
	return abi;
}

struct probe_abi gen_sample_list(void)
{
	enum { WORD_CNT = 2 };
	struct abi_arg word = { .kind = ABI_ARG_CTX,
				.size_bytes = 8,
				.index_off = -1 };
	struct probe_abi abi = {
		.context = ABI_RAW_TP,
		.probe_tag = 1,
		.filter.active_state = RT_ACTIVE,
		.list = { .word_cnt = WORD_CNT,
			  .has_loop = true,
			  .next_off = 24,
			  .first = word },
		.args = { word, word },
	};

	abi.args[0].ctx_off = WORD_CNT * 8;
	abi.args[1].ctx_off = 8;
	return abi;
}

static void collect_messages(struct gen_sample *sample)
{
	for (size_t i = 0; i < sample->diags.diags.cnt; i++)
		diag_format(&sample->diags.diags.v[i], DIAG_TAG, &sample->messages);
}

static int generate(struct gen_sample *sample, const struct gen_env *env,
		    const struct probe_abi *abi)
{
	VEC(const struct clause *) clauses = { 0 };
	uint32_t prog_id;
	int err;

	for (const struct clause *c = sample->program.clauses; c; c = c->next)
		*vec_add(&clauses) = c;
	sample->gen = gen_create(&sample->arena, env, &sample->diags);
	gen_scan(sample->gen, &sample->program);
	err = gen_program(sample->gen, "test", abi, clauses.v, clauses.cnt,
			  &prog_id);
	vec_deinit(&clauses);
	if (!err)
		sample->result = gen_finish(sample->gen);
	return err;
}

int gen_sample_compile(struct gen_sample *sample, const char *name,
		       const char *text, const struct gen_env *env,
		       const struct probe_abi *abi)
{
	struct lang_env lang = { .form = DESC_FILE };
	int err;

	memset(sample, 0, sizeof(*sample));
	arena_init(&sample->arena);
	diag_init(&sample->diags, &sample->arena);
	type_table_init(&sample->types, &sample->arena, NULL);
	sample->types.strsize_bytes = env->strsize_bytes;
	program_init(&sample->program, &sample->arena, &sample->types);
	src_init(&sample->src, SRC_FILE, name, text, strlen(text));
	err = lang_parse_program(&sample->program, &lang, &sample->src,
				 &sample->diags);
	if (!err)
		err = lang_check_program(&sample->program, &lang,
					 &sample->diags);
	if (!err)
		err = generate(sample, env, abi);
	collect_messages(sample);
	return err;
}

void gen_sample_deinit(struct gen_sample *sample)
{
	gen_destroy(sample->gen);
	strbuf_deinit(&sample->messages);
	program_deinit(&sample->program);
	type_table_deinit(&sample->types);
	src_deinit(&sample->src);
	diag_deinit(&sample->diags);
	arena_deinit(&sample->arena);
}

uint32_t gen_sample_cpu_max(void)
{
	struct kern_cpus cpus = { 0 };
	uint32_t cpu_max;

	if (kern_cpus_init(&cpus)) {
		printf("not ok cpus: the list of CPUs is unreadable\n");
		exit(1);
	}
	cpu_max = cpus.cpu_max;
	kern_cpus_deinit(&cpus);
	return cpu_max;
}

static void must(int err, const char *what, const struct kern_log *log)
{
	if (!err)
		return;
	printf("not ok %s: %s (%s)\n%s\n", what, strbuf_text(&log->message),
	       strerror(-err), strbuf_text(&log->detail));
	exit(1);
}

void gen_sample_load(const struct gen_sample *sample, struct gen_loaded *loaded)
{
	struct kern_log log = { 0 };

	memset(loaded, 0, sizeof(*loaded));
	must(kern_cpus_init(&loaded->cpus), "cpus", &log);
	must(kern_maps_create(&loaded->maps, sample->result, &loaded->cpus,
			      RING_BYTES, &log),
	     "maps", &log);
	must(kern_load(&sample->result->progs.v[0].code, &loaded->maps,
		       KERN_UPROBE_MULTI, &log, &loaded->prog_fd),
	     "load", &log);
	kern_log_deinit(&log);
}

void gen_loaded_deinit(struct gen_loaded *loaded)
{
	close(loaded->prog_fd);
	kern_maps_destroy(&loaded->maps);
	kern_cpus_deinit(&loaded->cpus);
}

static uint64_t sum_cpus(const struct gen_loaded *loaded, enum map_role role,
			 uint32_t stride, uint32_t off)
{
	const char *mem = loaded->maps.by_role[role].mem;
	uint64_t sum = 0;

	for (uint32_t cpu = 0; cpu < loaded->maps.cpu_max; cpu++)
		sum += *(const uint64_t *)(mem + cpu * stride + off);
	return sum;
}

uint64_t gen_loaded_counter(const struct gen_sample *sample,
			    const struct gen_loaded *loaded, uint32_t off)
{
	return sum_cpus(loaded, MAP_COUNTERS, sample->result->counter_stride,
			off);
}

uint64_t gen_loaded_unkeyed(const struct gen_sample *sample,
			    const struct gen_loaded *loaded, uint32_t idx)
{
	return sum_cpus(loaded, MAP_AGG_UNKEYED, sample->result->unkeyed_stride,
			idx * 8);
}

void gen_sample_start(struct gen_sample *sample, struct gen_loaded *loaded,
		      const char *text, const struct gen_env *env,
		      const struct probe_abi *abi)
{
	struct gen_env here = *env;

	here.cpu_max = gen_sample_cpu_max();
	if (gen_sample_compile(sample, "test.d", text, &here, abi)) {
		printf("not ok compile: %s\n", strbuf_text(&sample->messages));
		exit(1);
	}
	gen_sample_load(sample, loaded);
}

void gen_sample_end(struct gen_sample *sample, struct gen_loaded *loaded)
{
	gen_loaded_deinit(loaded);
	gen_sample_deinit(sample);
}

/* ------------------------------------------------------------------- records */

static size_t read_ring(const struct kern_ring *ring,
			void (*fn)(const void *record, size_t bytes, void *arg),
			void *arg)
{
	uint64_t end =
		__atomic_load_n(&ring->head->producer_pos, __ATOMIC_ACQUIRE);
	uint64_t at = ring->head->consumer_pos;
	size_t cnt;

	/* tests don't fill a ring: it is one chunk, and goes on from 0 */
	for (cnt = 0; at < end; cnt++) {
		const uint8_t *head = ring->chunks + at;
		uint64_t len = *(const uint64_t *)head;

		if (!len)
			break;
		if (fn)
			fn(head + RT_RING_HEADER_BYTES, len, arg);
		at += rt_ring_record_bytes((uint32_t)len);
	}
	__atomic_store_n(&ring->head->consumer_pos, at, __ATOMIC_RELEASE);
	return cnt;
}

size_t gen_loaded_records(struct gen_loaded *loaded,
			  void (*fn)(const void *record, size_t bytes,
				     void *arg),
			  void *arg)
{
	size_t cnt = 0;

	for (uint32_t i = 0; i < loaded->maps.ring_cnt; i++)
		cnt += read_ring(&loaded->maps.rings[i], fn, arg);
	return cnt;
}

/* ------------------------------------------------------------------- results */

static int failed;

void check(const char *name, bool is_ok, const char *fmt, ...)
{
	va_list ap;

	printf(is_ok ? "ok %s\n" : "not ok %s: ", name);
	if (!is_ok) {
		va_start(ap, fmt);
		vprintf(fmt, ap);
		va_end(ap);
		printf("\n");
		failed = 1;
	}
	fflush(stdout);
}

int check_status(void)
{
	return failed;
}
