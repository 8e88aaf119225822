// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sets up the consumer of a session: the maps that the programs write to, and
 * the callbacks by which it queries the session.
 */
#include "runtime/session/trace/consumer_setup.h"

#include <string.h>

#include "base/arena.h"
#include "base/system/clock.h"
#include "runtime/common/option.h"
#include "runtime/consume/consumer.h"
#include "runtime/consume/ring.h"
#include "runtime/consume/speculate.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/kernel/rcu_grace_period.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"
#include "runtime/session/trace/control_map.h"
#include "runtime/session/trace/interrupt.h"

/* How often to look after the processes during a pass. */
enum { LOOK_RECORDS = 64, LOOK_NS = 20000000 };

/* ----------------------------------------------------------- callbacks */

static bool lookup_probe(void *ctx, const struct rec_header *header,
			 struct consumer_probe *ret)
{
	struct session *session = ctx;
	const struct probe *probe;
	int row;

	if (header->prog_id >= session->generated.result->progs.cnt)
		return false;
	row = session->generated.prog_provider[header->prog_id];
	probe = provider_table[row]->lookup(session->matched.providers[row],
					    header->prog_id, header->probe_tag,
					    header->tgid);
	if (!probe)
		return false;
	*ret = (struct consumer_probe){
		.id = probe->id,
		.provider = probe->provider,
		.module = probe->module,
		.function = probe->function,
		.name = probe->name,
	};
	return true;
}

/* Enablings are numbered in the order of programs and their clauses. */
static uint32_t enabling_number(void *ctx, const struct rec_header *header,
				uint32_t clause_id)
{
	const struct session *session = ctx;
	const struct gen_prog *prog =
		&session->generated.result->progs.v[header->prog_id];
	uint32_t idx = 0;

	/* one spare program for each clause; records name the first's */
	for (size_t i = 0;
	     prog->is_spare && i < session->generated.result->progs.cnt; i++) {
		const struct gen_prog *spare =
			&session->generated.result->progs.v[i];

		if (spare->is_spare && spare->clauses[0]->id == clause_id &&
		    !strcmp(spare->class_name, prog->class_name))
			return spare->row_first + 1;
	}

	while (idx < prog->clause_cnt && prog->clauses[idx]->id != clause_id)
		idx++;
	return prog->row_first + idx + 1;
}

static void say_message(void *ctx, const char *text)
{
	(void)ctx;
	session_say_unkept(text);
}

static int walk_keys(void *ctx, uint32_t keyed_idx, consumer_walk_fn *fn,
		     void *arg)
{
	struct session *session = ctx;

	return kern_maps_walk(&session->loaded.maps, keyed_idx, fn, arg);
}

/* Values of encoding. */
enum { ENCODING_AUTO, ENCODING_ASCII, ENCODING_UTF8 };

static struct agg_look agg_look(const int64_t *value)
{
	const char *term = getenv("TERM");
	bool is_dumb = term && (!strcmp(term, "dumb") || !strcmp(term, "sun") ||
				!strcmp(term, "sun-color"));

	return (struct agg_look){
		.has_bars = value[OPT_agghist],
		.is_packed = value[OPT_aggpack],
		.is_zoomed = value[OPT_aggzoom],
		.is_escaped = value[OPT_escape],
		.is_utf8 = value[OPT_encoding] == ENCODING_UTF8,
		.packs_utf8 = value[OPT_encoding] == ENCODING_UTF8 ||
			      (value[OPT_encoding] == ENCODING_AUTO &&
			       !is_dumb),
	};
}

static struct consumer_options consumer_options(const struct session *session)
{
	const int64_t *value = session->options.value;
	const struct process_list *processes = &session->asked.processes;

	return (struct consumer_options){
		.quiet = value[OPT_quiet],
		.rawbytes = value[OPT_rawbytes],
		.printsize_bytes = (uint32_t)value[OPT_printsize],
		.droptags = value[OPT_droptags],
		.flowindent = value[OPT_flowindent],
		.sort = {
			.by_key = value[OPT_aggsortkey],
			.is_reverse = value[OPT_aggsortrev],
			.key_pos = (uint32_t)value[OPT_aggsortkeypos],
			.agg_pos = (uint32_t)value[OPT_aggsortpos],
		},
		.color = (enum color_mode)value[OPT_color],
		.look = agg_look(value),
		.addresses = {
			.symbols = {
				.kernel = session->symbols.kallsyms,
				.user = session->symbols.usersym,
				.demangler = value[OPT_mangled] ?
						     NULL : session->symbols.demangler,
				.unwinder = session->symbols.unwinder,
			},
			.has_tables = session->generated.result->unwind_bytes,
			.stack_indent = (uint32_t)value[OPT_stackindent],
			.is_noresolve = value[OPT_noresolve],
			.target = processes->procs.cnt ?
					  processes->procs.v[0].pid : 0,
		},
	};
}

static int set_option(void *ctx, const char *name, const char *value,
		      struct strbuf *why_ret)
{
	struct session *session = ctx;
	int err = option_set(&session->options, OPTION_RUNNING, name, value);

	if (err) {
		option_put_error(why_ret, name, err);
		return err;
	}
	session->consuming.consumer.options = consumer_options(session);
	consumer_choose_color(&session->consuming.consumer);
	return 0;
}

static void forget_key(void *ctx, uint32_t keyed_idx, const void *key)
{
	struct session *session = ctx;

	kern_maps_forget(&session->loaded.maps, keyed_idx, key);
}

static bool wait_for_programs(void *ctx)
{
	(void)ctx;
	return !kern_rcu_grace_period();
}

/*
 * Printing one record may take a second (an aggregation of a million keys,
 * system()), or less than a microsecond. The coarse clock is a few ns to read.
 */
static bool is_time_to_look(struct session_consuming *consuming)
{
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC_COARSE);

	if (++consuming->record_cnt % LOOK_RECORDS &&
	    now_ns - consuming->looked_ns < LOOK_NS)
		return false;
	consuming->looked_ns = now_ns;
	return true;
}

/*
 * What a tick prints may take longer than its period, so that each pass has more
 * to print than the one before. So at ^C, or when no process is left, the
 * programs stop at once, not only after the pass.
 */
static void meanwhile(void *ctx)
{
	struct session *session = ctx;
	bool is_over = interrupt_is_pending();

	if (is_time_to_look(&session->consuming)) {
		session_direct_hasten(session);
		is_over |= process_list_is_gone(&session->asked.processes);
	}
	if (is_over)
		session_stop_firing(session);
}

static const struct consumer_ops consumer_ops = {
	.probe = lookup_probe,
	.enabling = enabling_number,
	.message = say_message,
	.walk = walk_keys,
	.forget_key = forget_key,
	.meanwhile = meanwhile,
	.wait_for_programs = wait_for_programs,
	.set_option = set_option,
};

static void *map_memory(const struct session *session, enum map_role role,
			uint32_t index)
{
	const struct kern_map *map =
		kern_maps_find(&session->loaded.maps, role, index);

	return map ? map->mem : NULL;
}

/* --------------------------------------------------------------- creation */

int session_open_consumer(struct session *session)
{
	const struct gen_result *gen = session->generated.result;
	void **values = arena_new_array(&session->arena, void *,
					gen->keyed_cnt + 1);
	struct rt_control *control = map_memory(session, MAP_CONTROL, 0);
	struct rt_free **frees = arena_new_array(
		&session->arena, struct rt_free *, gen->keyed_cnt + 1);
	struct consumer_config config = {
		.out = session->out,
		.out_path = session->asked.out_path,
		.format = (enum format_id)session->options.value[OPT_oformat],
		.is_top = session->options.value[OPT_top],
		.options = consumer_options(session),
		.layouts = gen->layouts.v,
		.layout_cnt = gen->layouts.cnt,
		.aggs = gen->aggs.v,
		.agg_cnt = gen->aggs.cnt,
		.agg_memory = {
			.unkeyed = map_memory(session, MAP_AGG_UNKEYED, 0),
			.unkeyed_stride = gen->unkeyed_stride,
			.values = values,
			.frees = frees,
			.epoch = &control->agg_epoch,
			.cpu_max = gen->cell_max,
			.per_cpu = session->options.value[OPT_aggpercpu] ?
					   session->limits.cpus.online : NULL,
			.take_others = session_direct_take,
			.others = session,
		},
		.counters = {
			.mem = map_memory(session, MAP_COUNTERS, 0),
			.stride_bytes = gen->counter_stride,
			.cpu_max = session->limits.cpus.cpu_max,
			.row_cnt = gen->counter_row_cnt,
			.spec = map_memory(session, MAP_SPEC, 0),
			.missed = &session->consuming.missed_cnt,
			.nested = &session->direct.nested_cnt,
		},
		.child_mask = session->asked.processes.child_mask,
		.spec_memory = map_memory(session, MAP_SPEC, 0),
		.spec_cnt = (uint32_t)session->options.value[OPT_nspec],
		.ops = &consumer_ops,
		.ctx = session,
	};
	bool is_ring_policy =
		session->options.value[OPT_bufpolicy] == POLICY_RING;

	for (uint32_t i = 0; i < gen->keyed_cnt; i++) {
		values[i] = map_memory(session, MAP_AGG_VALUES, i);
		frees[i] = map_memory(session, MAP_AGG_FREE, i);
	}
	consumer_init(&session->consuming.consumer, &config);
	session->consuming.has_consumer = true;
	spec_set_start(&session->consuming.consumer.specs);
	for (uint32_t i = 0; i < session->loaded.maps.ring_cnt; i++) {
		const struct kern_ring *ring = &session->loaded.maps.rings[i];

		ring_set_add(&session->consuming.consumer.rings,
			     &(struct ring_place){
				     .cpu = ring->cpu,
				     .head = ring->head,
				     .chunks = ring->chunks,
				     .chunk_stride =
					     session->loaded.maps.chunk_stride,
				     .is_overwritten = is_ring_policy,
			     });
	}
	if (!session->loaded.maps.ring_cnt)
		return 0;
	return ring_set_listen(&session->consuming.consumer.rings,
			       session->loaded.maps.by_role[MAP_BELL].fd,
			       &control->bell_rung);
}

void session_close_consumer(struct session *session)
{
	if (session->consuming.has_consumer)
		consumer_deinit(&session->consuming.consumer);
}
