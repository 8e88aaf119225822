// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reads lines and adds each, by its type, to the sums. The first damaged line
 * ends the program, and nothing is written.
 */
#include "cmd/merge/gather.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "cmd/merge/json_parse.h"
#include "cmd/merge/key.h"
#include "cmd/merge/read_value.h"
#include "cmd/merge/say.h"
#include "lang/check/checker.h"
#include "runtime/consume/format/json_agg.h"

enum { VERSION = 1 };

void merge_init(struct merge *merge)
{
	*merge = (struct merge){ 0 };
	arena_init(&merge->arena);
	arena_init(&merge->line_arena);
}

void merge_deinit(struct merge *merge)
{
	for (size_t i = 0; i < merge->aggs.cnt; i++) {
		struct merge_agg *agg = merge->aggs.entries[i].value;

		map_deinit(&agg->rows);
		map_deinit(&agg->parts);
	}
	map_deinit(&merge->aggs);
	map_deinit(&merge->hosts);
	map_deinit(&merge->runs);
	map_deinit(&merge->drops);
	arena_deinit(&merge->line_arena);
	arena_deinit(&merge->arena);
}

static const char *place(struct merge *merge)
{
	return arena_printf(&merge->arena, "%s:%lu", merge->file, merge->line);
}

/* -------------------------------------------------------------------- runs */

static void close_run(struct merge *merge)
{
	if (merge->is_open)
		merge_say("%s: a run has no `end' line: it was truncated, or is "
			  "still running",
			  merge->file);
	merge->is_open = false;
}

static int add_hosts(struct merge *merge, const struct json *line)
{
	const struct json *host = json_member_of(line, "host", JSON_STRING);
	const struct json *hosts = json_member_of(line, "hosts", JSON_ARRAY);

	if (!host && !hosts)
		return merge_bad_line(merge, "`start' needs `host' or `hosts'");
	if (host) {
		map_put_str(&merge->hosts, host->text);
		return 0;
	}
	for (host = hosts->first; host; host = host->next) {
		if (host->kind != JSON_STRING)
			return merge_bad_line(merge, "`hosts' is not a list of names");
		map_put_str(&merge->hosts, host->text);
	}
	return 0;
}

/* A run that is given twice would count twice. */
static int learn_run(struct merge *merge, const struct json *line)
{
	const struct json *boot = json_member_of(line, "boot_id", JSON_STRING);
	const struct json *time = json_member_of(line, "time", JSON_NUMBER);
	const struct json *wall = json_member_of(line, "wall", JSON_NUMBER);
	_cleanup_free_ char *id = NULL;
	void **found;

	if (!boot || !time || !wall)
		return 0; /* output of dtrace-merge: not a run of one machine */
	id = xasprintf("%s %llu %llu", boot->text,
		       (unsigned long long)time->number,
		       (unsigned long long)wall->number);
	found = map_put_str(&merge->runs, id);
	if (*found)
		return merge_bad_line(merge, "the same run was already read at %s",
				      (const char *)*found);
	*found = (void *)(uintptr_t)place(merge);
	return 0;
}

static int take_start(struct merge *merge, const struct json *line)
{
	const struct json *version =
		json_member_of(line, "version", JSON_NUMBER);

	if (!version || version->number != VERSION)
		return merge_bad_line(merge, "`start' does not have version %d",
				      VERSION);
	close_run(merge);
	merge->run++;
	merge->is_open = true;
	return add_hosts(merge, line) || learn_run(merge, line) ? -EINVAL : 0;
}

static int take_end(struct merge *merge, const struct json *line)
{
	const struct json *records =
		json_member_of(line, "records", JSON_NUMBER);
	const struct json *errors = json_member_of(line, "errors", JSON_NUMBER);

	if (!records || !errors)
		return merge_bad_line(merge,
				      "`end' needs `records' and "
				      "`errors'");
	merge->record_cnt += records->number;
	merge->error_cnt += errors->number;
	merge->is_open = false;
	return 0;
}

static int take_drop(struct merge *merge, const struct json *line)
{
	const struct json *kind = json_member_of(line, "kind", JSON_STRING);
	const struct json *count = json_member_of(line, "count", JSON_NUMBER);
	void **found;

	if (!kind || !count || count->is_negative)
		return merge_bad_line(merge, "`drop' needs `kind' and `count'");
	found = map_put_str(&merge->drops, kind->text);
	if (!*found)
		*found = arena_new(&merge->arena, uint64_t);
	*(uint64_t *)*found += count->number;
	return 0;
}

static int take_nothing(struct merge *merge, const struct json *line)
{
	(void)merge;
	(void)line;
	return 0;
}

/* ------------------------------------------------------------ aggregations */

static int read_func(struct merge *merge, const struct json *line,
		     struct merge_agg *agg)
{
	const struct json *func = json_member_of(line, "function", JSON_STRING);

	for (size_t i = 0; func && i < AGG_CNT; i++) {
		if (strcmp(func->text, agg_func_name((enum agg_func)i)) != 0)
			continue;
		agg->func = (enum agg_func)i;
		agg->ops = agg_ops_table[i];
		return value_read_params(merge, line, agg);
	}
	return merge_bad_line(merge, "@%s: no known `function'", agg->name);
}

static int read_types(struct merge *merge, const struct json *line,
		      struct merge_agg *agg)
{
	const struct json *types = json_member_of(line, "types", JSON_ARRAY);
	size_t cnt = 0;

	for (const struct json *type = types ? types->first : NULL; type;
	     type = type->next)
		agg->key_cnt++;
	agg->types = arena_new_array(&merge->line_arena, struct rec_field,
				     agg->key_cnt + 1);
	for (const struct json *type = types ? types->first : NULL; type;
	     type = type->next)
		if (type->kind != JSON_STRING ||
		    !json_key_type(type->text, &agg->types[cnt++]))
			return merge_bad_line(merge, "@%s: no valid `types'",
					      agg->name);
	return 0;
}

static bool is_same_type(const struct merge_agg *a, const struct merge_agg *b)
{
	if (a->key_cnt != b->key_cnt)
		return false;
	for (size_t i = 0; i < a->key_cnt; i++)
		if (a->types[i].kind != b->types[i].kind ||
		    a->types[i].size_bytes != b->types[i].size_bytes ||
		    a->types[i].is_signed != b->types[i].is_signed)
			return false;
	return true;
}

static int compare_agg(struct merge *merge, const struct merge_agg *agg,
		       const struct merge_agg *before)
{
	if (agg->func != before->func)
		return merge_bad_line(merge, "@%s is %s() here, but %s() at %s",
				      agg->name, agg_func_name(agg->func),
				      agg_func_name(before->func),
				      before->where);
	if (memcmp(agg->params, before->params, sizeof(agg->params)) != 0)
		return merge_bad_line(merge, "@%s: `params' differ from those at %s",
				      agg->name, before->where);
	if (!is_same_type(agg, before))
		return merge_bad_line(merge, "@%s: keys differ from those at %s",
				      agg->name, before->where);
	return 0;
}

static struct merge_agg *new_agg(struct merge *merge,
				 const struct merge_agg *read)
{
	struct merge_agg *agg = arena_new(&merge->arena, struct merge_agg);

	*agg = *read;
	agg->name = arena_strdup(&merge->arena, read->name);
	agg->where = place(merge);
	agg->word_cnt = value_word_cnt(read);
	agg->types = arena_new_array(&merge->arena, struct rec_field,
				     read->key_cnt + 1);
	memcpy(agg->types, read->types, read->key_cnt * sizeof(agg->types[0]));
	return agg;
}

/* The aggregation of a line; NULL after a message. */
static struct merge_agg *find_agg(struct merge *merge, const struct json *line)
{
	const struct json *name = json_member_of(line, "name", JSON_STRING);
	struct merge_agg agg = { 0 };
	void **found;

	if (!name) {
		merge_bad_line(merge, "an aggregation needs `name'");
		return NULL;
	}
	agg.name = name->text;
	if (read_func(merge, line, &agg) || read_types(merge, line, &agg))
		return NULL;
	found = map_put_str(&merge->aggs, name->text);
	if (!*found)
		*found = new_agg(merge, &agg);
	else if (compare_agg(merge, &agg, *found))
		return NULL;
	return *found;
}

static int read_keys(struct merge *merge, const struct json *line,
		     const struct merge_agg *agg, struct merge_key *keys)
{
	const struct json *list = json_member_of(line, "keys", JSON_ARRAY);
	const struct json *key = list ? list->first : NULL;
	size_t cnt = 0;

	for (; key && cnt < agg->key_cnt; key = key->next, cnt++)
		if (key_read(&merge->line_arena, &agg->types[cnt], key, &keys[cnt]))
			return merge_bad_line(merge,
					      "@%s: key %zu is not of "
					      "its type",
					      agg->name, cnt + 1);
	if (!list || key || cnt < agg->key_cnt)
		return merge_bad_line(merge,
				      "@%s: `keys' and `types' differ in number",
				      agg->name);
	return 0;
}

static struct merge_row *find_row(struct merge *merge, struct merge_agg *agg,
				  const struct merge_key *keys,
				  const struct strbuf *id)
{
	void **found = map_put(&agg->rows, strbuf_text(id), id->len);
	struct merge_row *row;

	if (*found)
		return *found;
	*found = row = arena_new(&merge->arena, struct merge_row);
	row->keys = arena_new_array(&merge->arena, struct merge_key,
				    agg->key_cnt + 1);
	for (size_t i = 0; i < agg->key_cnt; i++) {
		row->keys[i] = keys[i];
		row->keys[i].text = arena_strndup(&merge->arena, keys[i].text,
						  keys[i].len);
	}
	row->total = arena_new_array(&merge->arena, uint64_t, agg->word_cnt);
	return row;
}

/* The lines that @line, with these keys, belongs to. */
static struct merge_part *find_part(struct merge *merge,
				    const struct json *line,
				    struct merge_agg *agg,
				    const struct merge_key *keys)
{
	const struct json *slot = json_member_of(line, "slot", JSON_NUMBER);
	uint64_t number = slot ? slot->number : UINT64_MAX;
	struct strbuf id = { 0 };
	struct merge_part *part;
	struct merge_row *row;
	void **found;

	for (size_t i = 0; i < agg->key_cnt; i++)
		key_put_id(&keys[i], &id);
	row = find_row(merge, agg, keys, &id);
	strbuf_add(&id, &number, sizeof(number));
	found = map_put(&agg->parts, strbuf_text(&id), id.len);
	strbuf_deinit(&id);
	if (*found)
		return *found;
	*found = part = arena_new(&merge->arena, struct merge_part);
	part->row = row;
	part->words = arena_new_array(&merge->arena, uint64_t, agg->word_cnt);
	return part;
}

/* Records the divisors of a finished run. */
static void keep_normal(struct merge_agg *agg)
{
	if (!agg->run_normal)
		return;
	agg->is_mixed |= agg->normal && agg->normal != agg->run_normal;
	agg->normal = agg->run_normal;
	agg->run_normal = 0;
}

static int read_normal(struct merge *merge, const struct json *line,
		       struct merge_agg *agg)
{
	const struct json *normal = json_member(line, "normal");

	if (normal &&
	    (normal->kind != JSON_NUMBER || normal->is_negative ||
	     !normal->number))
		return merge_bad_line(merge, "@%s: no valid `normal'",
				      agg->name);
	if (agg->run != merge->run)
		keep_normal(agg);
	agg->run = merge->run;
	agg->run_normal = normal ? normal->number : 1;
	return 0;
}

static int set_part(struct merge *merge, const struct json *line,
		    const struct merge_agg *agg, struct merge_part *part)
{
	const struct json *number = json_member_of(line, "clears", JSON_NUMBER);
	uint64_t clears = number ? number->number : 0;

	if (part->run == merge->run && clears < part->clears)
		return merge_bad_line(merge, "@%s: `clears' decreases",
				      agg->name);
	/* what was counted before is final: into the total, words are 0 */
	if (part->run != merge->run || clears != part->clears)
		agg->ops->take(part->row->total, part->words, agg->word_cnt);
	part->run = merge->run;
	part->clears = clears;
	memset(part->words, 0, agg->word_cnt * sizeof(part->words[0]));
	return value_read(merge, line, agg, part->words);
}

static int take_aggregation(struct merge *merge, const struct json *line)
{
	struct merge_agg *agg = find_agg(merge, line);
	struct merge_key *keys;

	if (!agg)
		return -EINVAL;
	keys = arena_new_array(&merge->line_arena, struct merge_key,
			       agg->key_cnt + 1);
	if (read_keys(merge, line, agg, keys) || read_normal(merge, line, agg))
		return -EINVAL;
	return set_part(merge, line, agg, find_part(merge, line, agg, keys));
}

struct agg_value merge_value(const struct merge_agg *agg,
			     const struct merge_row *row)
{
	return (struct agg_value){
		.ops = agg->ops,
		.params = agg->params,
		.normal = agg->is_mixed ? 1 : agg->normal,
		.words = row->total,
	};
}

/* ------------------------------------------------------------------- lines */

static const struct line_type {
	const char *name;
	int (*take)(struct merge *merge, const struct json *line);
} line_types[] = {
	{ "start", take_start },
	{ "record", take_nothing },
	{ "aggregation", take_aggregation },
	{ "histogram", take_aggregation },
	{ "error", take_nothing },
	{ "drop", take_drop },
	{ "end", take_end },
};

static int take_line(struct merge *merge, const struct json *line)
{
	const struct json *type = json_member_of(line, "type", JSON_STRING);

	if (!type)
		return merge_bad_line(merge, "no object with a `type'");
	if (!merge->is_open && strcmp(type->text, "start") != 0)
		return merge_bad_line(merge,
				      "a run begins with a `start' "
				      "line, not with `%s'",
				      type->text);
	for (size_t i = 0; i < sizeof(line_types) / sizeof(line_types[0]); i++)
		if (strcmp(line_types[i].name, type->text) == 0)
			return line_types[i].take(merge, line);
	return merge_bad_line(merge, "unknown `type' %s", type->text);
}

static int parse_line(struct merge *merge, const char *text, size_t len)
{
	const struct json *line;
	const char *why;
	size_t at;
	int err;

	line = json_parse(&merge->line_arena, text, len, &why, &at);
	err = line ? take_line(merge, line) :
		     merge_bad_line(merge, "column %zu: %s", at + 1, why);
	arena_clear(&merge->line_arena);
	return err;
}

static int read_lines(struct merge *merge, FILE *file)
{
	_cleanup_free_ char *text = NULL;
	size_t cap = 0;
	ssize_t len;
	int err = 0;

	for (merge->line = 1; !err; merge->line++) {
		len = getline(&text, &cap, file);
		if (len < 0)
			break;
		if (len && text[len - 1] == '\n')
			len--;
		err = parse_line(merge, text, (size_t)len);
	}
	if (!err && ferror(file)) {
		merge_say("%s: %s", merge->file, strerror(errno));
		err = -EINVAL;
	}
	if (!err && merge->line == 1)
		err = merge_bad_line(merge, "the file is empty");
	return err;
}

int merge_file(struct merge *merge, const char *path)
{
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : fopen(path, "re");
	int err;

	merge->file =
		arena_strdup(&merge->arena, is_stdin ? "standard input" : path);
	if (!file) {
		merge_say("%s: %s", path, strerror(errno));
		return -EINVAL;
	}
	err = read_lines(merge, file);
	if (!is_stdin)
		fclose(file);
	if (!err)
		close_run(merge);
	return err;
}

void merge_finish(struct merge *merge)
{
	for (size_t i = 0; i < merge->aggs.cnt; i++) {
		struct merge_agg *agg = merge->aggs.entries[i].value;

		keep_normal(agg);
		if (agg->is_mixed)
			merge_say("@%s was normalized by different numbers: "
				  "its values are shown undivided",
				  agg->name);
		for (size_t j = 0; j < agg->parts.cnt; j++) {
			struct merge_part *part = agg->parts.entries[j].value;

			agg->ops->take(part->row->total, part->words,
				       agg->word_cnt);
		}
	}
	for (size_t i = 0; i < merge->drops.cnt; i++)
		merge_say("drops reported by the runs: %llu (%s)",
			  (unsigned long long)*(uint64_t *)merge->drops
				  .entries[i]
				  .value,
			  (const char *)merge->drops.entries[i].key);
}
