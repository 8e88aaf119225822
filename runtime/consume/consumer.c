// SPDX-License-Identifier: BSD-2-Clause
/*
 * Passes records to the output format (format.h), and does what is the same in
 * all formats: faults, aggregation keys, speculations, lost keys.
 *
 * The text of a pass is collected and written in large pieces, the last one at
 * its end: a pipe or terminal gets it at once, and a flood of records does not
 * cost a write(2) for each line. The part of the text that depends only on
 * the probe is cached for the most recent probes.
 */
#include "runtime/consume/consumer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "base/system/file.h"
#include "runtime/consume/aggregation/agg_recycle.h"
#include "runtime/consume/fault.h"
#include "runtime/consume/format/format.h"
#include "runtime/consume/perform_action.h"

enum { WRITE_BYTES = 65536 };

/* ---------------------------------------------------------------- output */

FILE *consumer_out(const struct consumer *consumer)
{
	return consumer->other_out ? consumer->other_out : consumer->out;
}

void consumer_output_failed(struct consumer *consumer, int err)
{
	consumer->output_error = err ? err : -EIO;
	consumer->failed_path = consumer->other_out ? consumer->other_path :
						      consumer->out_path;
}

static void write_text(struct consumer *consumer)
{
	struct strbuf *text = &consumer->text;
	int err = 0;

	if (!consumer->output_error && text->len)
		err = file_print(consumer_out(consumer), text->text, text->len);
	if (err)
		consumer_output_failed(consumer, err);
	strbuf_clear(text);
}

/* Explains why kernel addresses were shown as numbers. */
static void say_symbols(struct consumer *consumer)
{
	const struct address_env *env = &consumer->options.addresses;
	const char *problem;

	if (consumer->said_symbols || !env->shows_kernel ||
	    !env->symbols.kernel)
		return;
	problem = kallsyms_problem(env->symbols.kernel);
	if (problem)
		consumer->ops->message(consumer->ctx, problem);
	consumer->said_symbols = true;
}

/* Explains how to get names for frames of compiled code shown as numbers. */
static void say_jit(struct consumer *consumer)
{
	const struct address_env *env = &consumer->options.addresses;
	const char *hint = usersym_jit_hint(env->symbols.user);

	if (!hint || consumer->said_jit)
		return;
	consumer->ops->message(consumer->ctx, hint);
	consumer->said_jit = true;
}

int consumer_flush(struct consumer *consumer)
{
	say_symbols(consumer);
	say_jit(consumer);
	write_text(consumer);
	return consumer->output_error;
}

/* ---------------------------------------------------------------- probes */

bool consumer_find_probe(struct consumer *consumer,
			 const struct rec_header *header,
			 struct consumer_probe *ret)
{
	if (consumer->ops->probe(consumer->ctx, header, ret))
		return true;
	*ret = (struct consumer_probe){
		.provider = "",
		.module = "",
		.function = "",
		.name = "",
	};
	return false;
}

static void make_prefix(struct consumer *consumer,
			const struct rec_header *header,
			struct consumer_prefix *prefix)
{
	struct consumer_probe probe;

	prefix->is_known = consumer_find_probe(consumer, header, &probe);
	prefix->prog_id = header->prog_id;
	prefix->probe_tag = header->probe_tag;
	prefix->tgid = header->tgid;
	strbuf_clear(&prefix->text);
	consumer->format->probe(&probe, &prefix->text);
	strbuf_clear(&prefix->names);
	strbuf_add(&prefix->names, probe.provider, strlen(probe.provider) + 1);
	prefix->function_off = (uint32_t)prefix->names.len;
	strbuf_add(&prefix->names, probe.function, strlen(probe.function) + 1);
	prefix->name_off = (uint32_t)prefix->names.len;
	strbuf_puts(&prefix->names, probe.name);
	prefix->flow = flow_kind(probe.name);
}

static const struct consumer_prefix *find_prefix(struct consumer *consumer,
						 const struct rec_header *header)
{
	uint32_t hash =
		header->prog_id * 31 + header->probe_tag * 7 + header->tgid;
	struct consumer_prefix *prefix =
		&consumer->prefixes[hash % CONSUMER_PREFIX_CNT];

	if (!prefix->is_known || prefix->prog_id != header->prog_id ||
	    prefix->probe_tag != header->probe_tag ||
	    prefix->tgid != header->tgid)
		make_prefix(consumer, header, prefix);
	return prefix;
}

const struct strbuf *consumer_probe_text(struct consumer *consumer,
					 const struct rec_header *header)
{
	return &find_prefix(consumer, header)->text;
}

void consumer_probe_names(struct consumer *consumer,
			  const struct rec_header *header,
			  struct consumer_probe *ret)
{
	const struct consumer_prefix *prefix = find_prefix(consumer, header);
	const char *names = strbuf_text(&prefix->names);

	*ret = (struct consumer_probe){
		.provider = names,
		.function = names + prefix->function_off,
		.name = names + prefix->name_off,
		.flow = prefix->flow,
	};
}

static uint32_t find_enabling(struct consumer *consumer,
			      const struct rec_error *error)
{
	const struct rec_header *header = &error->header;
	uint32_t key[] = { header->prog_id, header->probe_tag,
			   error->clause_id };
	void **number;

	if (consumer->ops->enabling)
		return consumer->ops->enabling(consumer->ctx, header,
					       error->clause_id);
	number = map_put(&consumer->enablings, key, sizeof(key));
	if (!*number)
		*number = (void *)(uintptr_t)consumer->enablings.cnt;
	return (uint32_t)(uintptr_t)*number;
}

/* --------------------------------------------------------------- records */

static void consume_error(struct consumer *consumer, const struct ring_rec *rec)
{
	const struct rec_error *error = (const struct rec_error *)rec->data;
	struct strbuf message = { 0 };
	struct consumer_probe probe;
	uint32_t enabling;

	if (rec->len_bytes < sizeof(*error)) {
		consumer->bad_cnt++;
		return;
	}
	consumer->error_cnt++;
	enabling = find_enabling(consumer, error);
	consumer_find_probe(consumer, &error->header, &probe);
	fault_print(error, enabling, &probe, &message);
	if (consumer->format->fault)
		consumer->format->fault(consumer, rec, enabling,
				      strbuf_text(&message));
	if (fault_fold_add(&consumer->faults, error, strbuf_text(&message)))
		consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

static uint64_t firing_time(const struct rec_layout *layout,
			    const uint8_t *data)
{
	uint64_t time_ns = 0;

	if (layout->firing_off)
		memcpy(&time_ns, data + layout->firing_off, sizeof(time_ns));
	return time_ns;
}

void consumer_begin_firing(struct consumer *consumer,
			   const struct ring_rec *rec,
			   const struct rec_layout *layout)
{
	const struct rec_header *header = (const struct rec_header *)rec->data;

	consumer->record_pid = (pid_t)header->tgid;
	address_at(&consumer->options.addresses, header->time_ns);
	consumer->aggs.firing_ns =
		firing_time(layout, rec->data + sizeof(*header));
}

void consumer_show_item(struct consumer *consumer, const struct rec_item *item,
			const uint8_t *data, struct strbuf *out)
{
	struct strbuf text = consumer->text;

	consumer->text = *out;
	show_table[item->action](consumer, item, data);
	*out = consumer->text;
	consumer->text = text;
}

void consumer_show_items(struct consumer *consumer, const struct ring_rec *rec,
			 const struct rec_layout *layout)
{
	const uint8_t *data = rec->data + sizeof(struct rec_header);

	consumer_begin_firing(consumer, rec, layout);
	for (size_t i = 0; i < layout->item_cnt; i++)
		show_table[layout->items[i].action](consumer, &layout->items[i],
						    data);
}

static void consume_firing(struct consumer *consumer,
			   const struct ring_rec *rec,
			   const struct rec_layout *layout)
{
	consumer->shown_cnt++;
	if (consumer->format->firing)
		consumer->format->firing(consumer, rec, layout);
	else
		consumer_show_items(consumer, rec, layout);
}

static void consume_held(void *ctx, const struct ring_rec *rec)
{
	uint32_t id = ((const struct rec_header *)rec->data)->layout_id;
	struct consumer *consumer = ctx;

	consume_firing(consumer, rec, &consumer->layouts[id - REC_LAYOUT_FIRST]);
}

static void consume_commit(struct consumer *consumer,
			   const struct ring_rec *rec)
{
	const struct rec_commit *commit = (const struct rec_commit *)rec->data;

	if (rec->len_bytes < sizeof(*commit)) {
		consumer->bad_cnt++;
		return;
	}
	consumer->record_cnt++;
	consumer->aggs.record_ns = commit->header.time_ns;
	spec_set_commit(&consumer->specs, &commit->spec, consume_held,
			consumer);
}

static void consume_record(struct consumer *consumer,
			   const struct ring_rec *rec)
{
	uint32_t id = ((const struct rec_header *)rec->data)->layout_id;
	const struct rec_layout *layout;
	const struct rec_spec *spec;

	if (id == REC_LAYOUT_ERROR) {
		consume_error(consumer, rec);
		return;
	}
	if (id == REC_LAYOUT_COMMIT) {
		consume_commit(consumer, rec);
		return;
	}
	if (id < REC_LAYOUT_FIRST ||
	    id - REC_LAYOUT_FIRST >= consumer->layout_cnt) {
		consumer->bad_cnt++;
		return;
	}
	layout = &consumer->layouts[id - REC_LAYOUT_FIRST];
	if (rec->len_bytes < sizeof(struct rec_header) + layout->data_bytes) {
		consumer->bad_cnt++;
		return;
	}
	consumer->record_cnt++;
	spec = (const struct rec_spec *)(rec->data +
					 sizeof(struct rec_header));
	if (layout->is_speculative && spec->id) {
		spec_set_hold(&consumer->specs, spec, rec);
		return;
	}
	consumer->aggs.record_ns =
		((const struct rec_header *)rec->data)->time_ns;
	consume_firing(consumer, rec, layout);
}

/*
 * Keys that are shown alike are joined when they are learned. Whether they are
 * depends on what the process maps, which is known up to the pass's start.
 */
static bool is_early(const struct consumer *consumer, uint32_t agg_id,
		     uint64_t time_ns)
{
	const struct agg_layout *layout = consumer->aggs.aggs[agg_id].layout;

	if (time_ns < consumer->named_until_ns)
		return false;
	for (size_t i = 0; i < layout->key_cnt; i++)
		if (rec_is_user_address(layout->keys[i].kind))
			return true;
	return false;
}

static void keep_early(struct consumer *consumer, const struct rec_key *key,
		       uint32_t len_bytes)
{
	struct rec_key *copy = xcalloc(1, len_bytes);

	memcpy(copy, key, len_bytes);
	vec_push(&consumer->early_keys, copy);
}

static void learn_key(struct consumer *consumer, const struct rec_key *key)
{
	if (agg_set_learn(&consumer->aggs, key->agg_id, key->slot, key + 1,
			  key->header.time_ns))
		consumer->bad_cnt++;
}

/* A new key of an aggregation, from the rings and not in order of time. */
static void consume_key(void *ctx, const uint8_t *data, uint32_t len_bytes)
{
	const struct rec_key *key = (const struct rec_key *)data;
	struct consumer *consumer = ctx;
	const struct agg_set *aggs = &consumer->aggs;

	if (len_bytes < sizeof(*key) || key->agg_id >= aggs->agg_cnt ||
	    len_bytes - sizeof(*key) <
		    aggs->aggs[key->agg_id].layout->key_bytes)
		consumer->bad_cnt++;
	else if (is_early(consumer, key->agg_id, key->header.time_ns))
		keep_early(consumer, key, len_bytes);
	else
		learn_key(consumer, key);
}

/* Learns the keys that were too early for the last pass. */
static void learn_early_keys(struct consumer *consumer)
{
	size_t kept_cnt = 0;

	for (size_t i = 0; i < consumer->early_keys.cnt; i++) {
		struct rec_key *key = consumer->early_keys.v[i];

		if (is_early(consumer, key->agg_id, key->header.time_ns)) {
			consumer->early_keys.v[kept_cnt++] = key;
			continue;
		}
		learn_key(consumer, key);
		free(key);
	}
	consumer->early_keys.cnt = kept_cnt;
}

/* ---------------------------------------------------------- aggregations */

struct walk_target {
	struct consumer *consumer;
	uint32_t agg_id;
	bool has_early;
};

static int learn_walked(void *arg, const void *key, uint32_t slot,
			uint64_t time_ns)
{
	struct walk_target *target = arg;

	if (is_early(target->consumer, target->agg_id, time_ns)) {
		target->has_early = true;
		return 0;
	}
	return agg_set_learn(&target->consumer->aggs, target->agg_id, slot, key,
			     time_ns);
}

void consumer_sync_keys(struct consumer *consumer)
{
	struct agg_set *aggs = &consumer->aggs;
	uint64_t drops =
		counters_total(&consumer->drops.counters, CNT_KEY_REC_DROPPED);
	bool has_early = false;

	if (drops == consumer->key_drops_walked)
		return;
	for (uint32_t id = 0; id < aggs->agg_cnt; id++) {
		const struct agg_layout *layout = aggs->aggs[id].layout;
		struct walk_target target = { .consumer = consumer,
					      .agg_id = id };

		if (!aggs->aggs[id].ops || !layout->key_cnt)
			continue;
		if (consumer->ops->walk(consumer->ctx, layout->keyed_idx,
					learn_walked, &target))
			return; /* tried again at the next print */
		has_early |= target.has_early;
	}
	if (!has_early)
		consumer->key_drops_walked = drops;
}

void consumer_learn_user_keys(struct consumer *consumer, uint64_t start_ns)
{
	const struct agg_set *aggs = &consumer->aggs;
	bool has_some = false;

	consumer->named_until_ns = start_ns;
	for (size_t id = 0; id < aggs->agg_cnt; id++) {
		const struct agg_layout *layout = aggs->aggs[id].layout;

		for (size_t i = 0; i < layout->key_cnt; i++)
			has_some |= rec_is_user_address(layout->keys[i].kind);
	}
	if (has_some)
		consumer_sync_keys(consumer);
}

/* ------------------------------------------------------------- the passes */

void consumer_choose_color(struct consumer *consumer)
{
	consumer->options.look.has_color =
		color_is_on(consumer->options.color, consumer_out(consumer));
}

void consumer_init(struct consumer *consumer,
		   const struct consumer_config *config)
{
	*consumer = (struct consumer){
		.out = config->out,
		.format = config->is_top ? &format_top :
					   format_table[config->format],
		.out_path = config->out_path,
		.options = config->options,
		.layouts = config->layouts,
		.layout_cnt = config->layout_cnt,
		.child_mask = config->child_mask,
		.ops = config->ops,
		.ctx = config->ctx,
	};
	ring_set_init(&consumer->rings, consume_key, consumer);
	agg_set_init(&consumer->aggs, config->aggs, config->agg_cnt,
		     &config->agg_memory);
	consumer->aggs.addresses = &consumer->options.addresses;
	consumer->aggs.look = &consumer->options.look;
	consumer_choose_color(consumer);
	drops_init(&consumer->drops, &config->counters);
	spec_set_init(&consumer->specs, config->spec_memory, config->spec_cnt);
}

void consumer_deinit(struct consumer *consumer)
{
	ring_set_deinit(&consumer->rings);
	agg_set_deinit(&consumer->aggs);
	drops_deinit(&consumer->drops);
	spec_set_deinit(&consumer->specs);
	flow_deinit(&consumer->flow);
	map_deinit(&consumer->enablings);
	for (size_t i = 0; i < consumer->early_keys.cnt; i++)
		free(consumer->early_keys.v[i]);
	vec_deinit(&consumer->early_keys);
	fault_fold_deinit(&consumer->faults);
	strbuf_deinit(&consumer->text);
	strbuf_deinit(&consumer->line);
	if (consumer->format_state && consumer->format->free_state)
		consumer->format->free_state(consumer->format_state);
	else
		free(consumer->format_state);
	if (consumer->other_out)
		fclose(consumer->other_out);
	free(consumer->other_path);
	for (int i = 0; i < CONSUMER_PREFIX_CNT; i++) {
		strbuf_deinit(&consumer->prefixes[i].text);
		strbuf_deinit(&consumer->prefixes[i].names);
	}
}

int consumer_pass_until(struct consumer *consumer, uint64_t start_ns)
{
	struct ring_rec rec;

	consumer->named_until_ns = start_ns;
	learn_early_keys(consumer);
	ring_set_begin(&consumer->rings, start_ns);
	while (!consumer->output_error &&
	       ring_set_next(&consumer->rings, &rec)) {
		consume_record(consumer, &rec);
		if (consumer->text.len >= WRITE_BYTES)
			write_text(consumer);
		if (consumer->ops->meanwhile)
			consumer->ops->meanwhile(consumer->ctx);
	}
	if (consumer->format->pass_end)
		consumer->format->pass_end(consumer, start_ns);
	ring_set_end(&consumer->rings);
	for (size_t i = 0; i < consumer->aggs.agg_cnt; i++)
		if (consumer->ops->forget_key)
			agg_recycle(&consumer->aggs, &consumer->aggs.aggs[i],
				    consumer->ops, consumer->ctx);
	return consumer_flush(consumer);
}

int consumer_pass(struct consumer *consumer)
{
	return consumer_pass_until(consumer, clock_ns(CLOCK_MONOTONIC));
}

int consumer_newline(struct consumer *consumer)
{
	if (consumer->format->interrupted)
		consumer->format->interrupted(consumer);
	return consumer_flush(consumer);
}

int consumer_begin(struct consumer *consumer)
{
	if (consumer->format->begin)
		consumer->format->begin(consumer);
	return consumer_flush(consumer);
}

bool consumer_has_tick(const struct consumer *consumer)
{
	return consumer->format->tick != NULL;
}

int consumer_tick(struct consumer *consumer)
{
	if (!consumer->format->tick)
		return 0;
	consumer_sync_keys(consumer);
	consumer->format->tick(consumer);
	return consumer_flush(consumer);
}

void consumer_clean(struct consumer *consumer)
{
	spec_set_clean(&consumer->specs);
}

static void report_drop(void *ctx, const struct drop *drop)
{
	struct consumer *consumer = ctx;

	consumer->ops->message(consumer->ctx, drop->text);
	if (consumer->format->drop)
		consumer->format->drop(consumer, drop);
}

int consumer_report_drops(struct consumer *consumer)
{
	fault_fold_report(&consumer->faults, consumer->ops->message,
			  consumer->ctx);
	drops_report(&consumer->drops, consumer->options.droptags, report_drop,
		     consumer);
	return consumer_flush(consumer);
}

int consumer_report_again(struct consumer *consumer)
{
	fault_fold_forget(&consumer->faults);
	drops_forget(&consumer->drops);
	consumer->said_symbols = false;
	consumer->said_jit = false;
	return consumer_report_drops(consumer);
}

/* Reports records that only broken memory or a broken generator can cause. */
static void report_damage(struct consumer *consumer)
{
	struct strbuf message = { 0 };
	uint64_t bytes;

	bytes = consumer->rings.damaged_bytes +
		ring_set_unfinished(&consumer->rings);
	if (!consumer->bad_cnt && !bytes)
		return;
	strbuf_printf(&message,
		      "%llu records and %llu bytes of the ring buffers were "
		      "invalid; please report it",
		      (unsigned long long)consumer->bad_cnt,
		      (unsigned long long)bytes);
	consumer->ops->message(consumer->ctx, strbuf_text(&message));
	strbuf_deinit(&message);
}

int consumer_final(struct consumer *consumer)
{
	consumer_pass_until(consumer, UINT64_MAX);
	consumer_sync_keys(consumer);
	consumer->aggs.record_ns = UINT64_MAX;
	consumer->aggs.firing_ns = 0;
	if (consumer->format->end)
		consumer->format->end(consumer);
	fault_fold_report(&consumer->faults, consumer->ops->message,
			  consumer->ctx);
	report_damage(consumer);
	return consumer_flush(consumer);
}
