/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In: texts of tracepoints.def and the types of the running kernel. Out: words,
 * and the numbers that do not depend on a firing.
 */
#include "runtime/provider/tracepoint/tp_operand_lex.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/identifier.h"
#include "runtime/provider/syscall/syscall_table.h"

/*
 * The number of a call that this machine doesn't have, which no call matches.
 */
static const int64_t NO_SYSCALL = INT32_MIN;

void tp_skip_blanks(const char **text)
{
	while (**text == ' ')
		(*text)++;
}

bool tp_take(const char **text, const char *token)
{
	size_t len = strlen(token);

	tp_skip_blanks(text);
	if (strncmp(*text, token, len))
		return false;
	*text += len;
	return true;
}

int tp_take_word(const char **text, char *ret, size_t ret_bytes)
{
	size_t len = identifier_len(*text);

	if (!len || len >= ret_bytes)
		return -EINVAL;
	memcpy(ret, *text, len);
	ret[len] = '\0';
	*text += len;
	return 0;
}

/* "PG_locked", after "enum." or "bit." */
static int take_enumerator(const char **text, const struct tp_scope *scope,
			   int64_t *ret)
{
	struct type_source *source = scope->types->source;
	const struct type *type;
	char name[64];

	if (tp_take_word(text, name, sizeof(name)))
		return -EINVAL;
	if (!source->enumerator ||
	    source->enumerator(source, scope->types, name, &type, ret))
		return -ENOENT;
	return 0;
}

/* "nfsd4_op", after "sizeof.": the size of the struct with that name. */
static int take_size(const char **text, const struct tp_scope *scope,
		     int64_t *ret)
{
	const struct type *type;
	char tag[64];

	if (tp_take_word(text, tag, sizeof(tag)))
		return -EINVAL;
	type = type_tagged(scope->types, TYPE_STRUCT, tag);
	*ret = (int64_t)type_size_bytes(type);
	return *ret ? 0 : -ENOENT;
}

int tp_take_constant(const char **text, const struct tp_scope *scope,
		     int64_t *ret)
{
	char name[64], *end;
	int err;

	if (tp_take(text, "enum."))
		return take_enumerator(text, scope, ret);
	if (tp_take(text, "bit.")) {
		err = take_enumerator(text, scope, ret);
		*ret = (int64_t)(1ull << (*ret & 63));
		return err;
	}
	if (tp_take(text, "sizeof."))
		return take_size(text, scope, ret);
	if (**text == '$') {
		(*text)++;
		if (tp_take_word(text, name, sizeof(name)))
			return -EINVAL;
		*ret = syscall_number(name);
		if (*ret < 0)
			*ret = NO_SYSCALL;
		return syscall_is_known(name) ? 0 : -ENOENT;
	}
	if (!isdigit((unsigned char)**text))
		return -EINVAL;
	*ret = strtoll(*text, &end, 0);
	*text = end;
	return 0;
}

bool tp_is_constant(const char *text)
{
	return isdigit((unsigned char)*text) || *text == '$' ||
	       !strncmp(text, "enum.", 5) || !strncmp(text, "bit.", 4) ||
	       !strncmp(text, "sizeof.", 7);
}
