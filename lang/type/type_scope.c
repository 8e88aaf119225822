// SPDX-License-Identifier: BSD-2-Clause
/*
 * Declarations that come with probes. Two providers may declare different
 * structs of one name, so each text of declarations has names and tags of its
 * own, which begin as those that the program has by then.
 */
#include <string.h>

#include "lang/type/type.h"

/* Types of C in programs that D or the kernel has under the same name. */
static void add_user_typedefs(struct type_table *table)
{
	static const struct {
		const char *name;
		enum type_base base;
	} rows[] = {
		{ "dev_t", BASE_ULONG },
#if defined __aarch64__
		{ "nlink_t", BASE_UINT },
#else
		{ "nlink_t", BASE_ULONG },
#endif
	};
	const struct type *found = type_find_declared(table, "timer_t");

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct type *declared =
			type_find_declared(table, rows[i].name);

		if (!declared || declared->is_builtin)
			type_add_typedef(table, rows[i].name,
					 type_base(table, rows[i].base));
	}
	if (!found)
		type_add_typedef(table, "timer_t",
				 type_pointer(table,
					      type_base(table, BASE_VOID)));
}

static void copy(const struct map *from, bool only_complete, struct map *to)
{
	for (size_t i = 0; i < from->cnt; i++) {
		const struct map_entry *entry = &from->entries[i];
		const struct type *type = entry->value;

		if (type && !(only_complete && type->is_incomplete))
			*map_put(to, entry->key, entry->key_len) = entry->value;
	}
}

bool type_scope_enter(struct type_table *table, const char *decls)
{
	struct type_scope **slot =
		(struct type_scope **)map_put_str(&table->scopes, decls);
	bool is_new = !*slot;

	if (is_new) {
		*slot = arena_new(table->arena, struct type_scope);
		copy(&table->names, false, &(*slot)->names);
		copy(&table->tags, true, &(*slot)->tags);
	}
	table->inner = *slot;
	table->outer = (struct type_scope){ table->names, table->tags };
	table->names = (*slot)->names;
	table->tags = (*slot)->tags;
	if (is_new)
		add_user_typedefs(table);
	return is_new;
}

void type_scope_leave(struct type_table *table)
{
	*table->inner = (struct type_scope){ table->names, table->tags };
	table->names = table->outer.names;
	table->tags = table->outer.tags;
}
