// SPDX-License-Identifier: BSD-2-Clause
/*
 * The table of probes and the matching of descriptions against names.
 */
#include "runtime/common/probe.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"

void probe_table_init(struct probe_table *table)
{
	*table = (struct probe_table){ 0 };
	arena_init(&table->arena);
}

void probe_table_deinit(struct probe_table *table)
{
	vec_deinit(&table->probes);
	map_deinit(&table->by_name);
	arena_deinit(&table->arena);
}

const struct probe *probe_get(struct probe_table *table, const char *provider,
			      const char *module, const char *function,
			      const char *name)
{
	struct strbuf key = { 0 };
	struct probe *probe;
	void **slot;

	strbuf_printf(&key, "%s:%s:%s:%s", provider, module, function, name);
	slot = map_put(&table->by_name, key.text, key.len);
	strbuf_deinit(&key);
	if (*slot)
		return *slot;
	probe = arena_new(&table->arena, struct probe);
	*probe = (struct probe){
		.id = (uint32_t)table->probes.cnt + 1,
		.provider = arena_strdup(&table->arena, provider),
		.module = arena_strdup(&table->arena, module),
		.function = arena_strdup(&table->arena, function),
		.name = arena_strdup(&table->arena, name),
	};
	vec_push(&table->probes, probe);
	*slot = probe;
	return probe;
}

/*
 * Matches one `[...]` at *pattern against c and moves past it. A bracket
 * that is not closed stands for itself.
 */
static bool set_match(const char **pattern, char c)
{
	const char *p = *pattern + 1;
	bool is_negated = *p == '!', found = false;

	if (is_negated)
		p++;
	for (bool first = true; *p && (*p != ']' || first); first = false) {
		char low, high;

		if (*p == '\\' && p[1])
			p++;
		low = high = *p++;
		if (p[0] == '-' && p[1] && p[1] != ']') {
			high = p[1];
			p += 2;
		}
		if (low <= c && c <= high)
			found = true;
	}
	if (*p != ']') {
		bool same = c == '[';

		(*pattern)++;
		return same;
	}
	*pattern = p + 1;
	return found != is_negated;
}

/* Matches one pattern element that is not `*`; moves past it. */
static bool element_match(const char **pattern, char c)
{
	switch (**pattern) {
	case '\0':
		return false;
	case '?':
		(*pattern)++;
		return true;
	case '[':
		return set_match(pattern, c);
	case '\\':
		if ((*pattern)[1])
			(*pattern)++;
		break;
	}
	return *(*pattern)++ == c;
}

bool glob_match(const char *pattern, const char *text)
{
	const char *star = NULL, *star_text = NULL;

	if (!*pattern)
		return true;
	while (*text) {
		const char *p = pattern;

		if (*p == '*') { /* remember where to come back to */
			star = pattern = p + 1;
			star_text = text;
		} else if (element_match(&p, *text)) {
			pattern = p;
			text++;
		} else if (star) {
			pattern = star;
			text = ++star_text;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

bool glob_is_plain(const char *pattern)
{
	return *pattern && !strpbrk(pattern, "*?[\\");
}

bool spec_matches(const struct probe_spec *spec, const char *provider,
		  const char *module, const char *function, const char *name)
{
	return glob_match(spec->name, name) &&
	       glob_match(spec->function, function) &&
	       glob_match(spec->module, module) &&
	       glob_match(spec->provider, provider);
}

bool spec_means(const struct probe_spec *spec, const struct probe *probe)
{
	return spec->id ? spec->id == probe->id :
			  spec_matches(spec, probe->provider, probe->module,
				       probe->function, probe->name);
}
