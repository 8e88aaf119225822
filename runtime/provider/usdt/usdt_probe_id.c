// SPDX-License-Identifier: BSD-2-Clause
/*
 * The probes of processes, by name and by number, for `id` in programs. A
 * program can serve a probe in many processes, with one number for each:
 *
 *	known when the programs are made	own_ids: process and tag -> number
 *	started later				that of the probe in no process
 *
 * The column ID shows the same number.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/glob.h"
#include "runtime/provider/usdt/usdt.h"
#include "sdt/name.h"

bool usdt_fits_any_pid(const char *pattern, const char *provider)
{
	char name[SDT_NAME_LEN_MAX + 16];
	size_t len = strlen(pattern);

	if (len && pattern[len - 1] != '*')
		return false;
	for (char digit = '1'; digit <= '9'; digit++) {
		snprintf(name, sizeof(name), "%s%c", provider, digit);
		if (!glob_match(pattern, name))
			return false;
	}
	return true;
}

const char *usdt_provider_name(char *buf, size_t buf_bytes,
			       const char *provider, uint32_t pid)
{
	if (pid)
		snprintf(buf, buf_bytes, "%s%u", provider, pid);
	else
		snprintf(buf, buf_bytes, "%s", provider);
	return buf;
}

/* In a process that appeared after code generation. */
static const struct probe *shared_probe(struct usdt_state *state, uint32_t tag,
					uint32_t tgid)
{
	uint32_t key[2] = { tag, tgid };
	char provider[SDT_NAME_LEN_MAX + 16];
	const struct probe *model = usdt_probe(state, tag, 0);
	struct probe *probe;

	if (!model)
		return NULL;
	probe = arena_new(state->env->arena, struct probe);
	*probe = *model;
	probe->provider = arena_strdup(
		state->env->arena,
		usdt_provider_name(provider, sizeof(provider),
				   model->provider, tgid));
	*map_put(&state->probe_by_tag, key, sizeof(key)) = probe;
	return probe;
}

const struct probe *usdt_probe(struct usdt_state *state, uint32_t tag,
			       uint32_t tgid)
{
	uint32_t key[2] = { tag, tgid };
	char provider[SDT_NAME_LEN_MAX + 16];
	const struct usdt_template *template;
	void **slot;

	if (tag >= state->templates.cnt)
		return NULL;
	template = &state->templates.v[tag];
	slot = map_put(&state->probe_by_tag, key, sizeof(key));
	if (*slot)
		return *slot;
	if (tgid && state->is_attached && state->shares_ids)
		return shared_probe(state, tag, tgid);
	*slot = (void *)probe_get(state->env->probes,
				  usdt_provider_name(provider,
						     sizeof(provider),
						     template->provider, tgid),
				  template->module, template->function,
				  template->name);
	return *slot;
}

uint32_t usdt_id(void *p, uint32_t tag, uint32_t tgid)
{
	struct usdt_state *state = p;
	const struct probe *probe = usdt_probe(state, tag, tgid);

	state->shares_ids = true;
	return probe ? probe->id : 0;
}

static int compare_ids(const void *a, const void *b)
{
	const struct abi_own_id *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

const struct abi_own_id *usdt_own_ids(void *p, size_t *cnt_ret)
{
	struct usdt_state *state = p;
	const struct map *map = &state->probe_by_tag;

	if (!state->own_ids && map->cnt) {
		state->own_ids = xcalloc(map->cnt, sizeof(*state->own_ids));
		for (size_t i = 0; i < map->cnt; i++) {
			const uint32_t *key = map->entries[i].key;
			const struct probe *probe = map->entries[i].value;

			if (!key[1] || !probe)
				continue;
			state->own_ids[state->own_id_cnt++] =
				(struct abi_own_id){
					.key = (uint64_t)key[1] << 32 | key[0],
					.id = probe->id,
				};
		}
		qsort(state->own_ids, state->own_id_cnt,
		      sizeof(*state->own_ids), compare_ids);
	}
	*cnt_ret = state->own_id_cnt;
	return state->own_ids;
}

static bool usdt_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct usdt_state *state = p;
	const struct usdt_template *template;

	if (tag >= state->templates.cnt)
		return false;
	template = &state->templates.v[tag];
	ret->fields[ABI_PROVIDER] = template->provider;
	ret->fields[ABI_MODULE] = template->module;
	ret->fields[ABI_FUNCTION] = template->function;
	ret->fields[ABI_NAME] = template->name;
	ret->has_pid = true;
	return true;
}

struct abi_names usdt_names(struct usdt_state *state)
{
	return (struct abi_names){
		.name = usdt_name,
		.arg = state,
		.id = usdt_id,
		.own_ids = usdt_own_ids,
		.tag_cnt = (uint32_t)state->templates.cnt,
	};
}
