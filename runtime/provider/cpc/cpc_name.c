/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of the provider cpc. The event is the part before the mode: event names
 * contain no hyphen.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/provider/cpc/cpc.h"

static const struct {
	const char *name;
	bool in_user, in_kernel;
} modes[] = {
	{ "user", true, false },
	{ "kernel", false, true },
	{ "all", true, true },
};

/* Strips "MODE-" from the text. Returns the rest, or NULL. */
static const char *parse_mode(const char *text, struct cpc_name *name)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		size_t len = strlen(modes[i].name);

		if (strncmp(text, modes[i].name, len) || text[len] != '-')
			continue;
		name->mode = modes[i].name;
		name->in_user = modes[i].in_user;
		name->in_kernel = modes[i].in_kernel;
		return text + len + 1;
	}
	return NULL;
}

/*
 * Parses a number; *text_ret: the text after it. Returns 0, -ENOENT or -ERANGE.
 */
static int parse_number(const char *text, int base, uint64_t *ret,
			const char **text_ret)
{
	char *end;

	if (base == 16 ? !isxdigit((unsigned char)*text) :
			 !isdigit((unsigned char)*text))
		return -ENOENT;
	/* because strtoull() would accept another 0x */
	if (base == 16 && text[0] == '0' && tolower((unsigned char)text[1]) == 'x')
		return -ENOENT;
	errno = 0;
	*ret = strtoull(text, &end, base);
	*text_ret = end;
	return errno ? -ERANGE : 0;
}

int cpc_parse(const char *name, struct cpc_name *ret)
{
	const char *hyphen = strchr(name, '-'), *text;
	struct cpc_name parts = { .event = name };
	int err;

	if (!hyphen || hyphen == name)
		return -ENOENT;
	parts.event_len = (size_t)(hyphen - name);
	text = parse_mode(hyphen + 1, &parts);
	if (!text)
		return -ENOENT;
	if (!strncmp(text, "0x", 2)) {
		parts.has_mask = true;
		err = parse_number(text + 2, 16, &parts.mask, &text);
		if (err)
			return err;
		if (*text++ != '-')
			return -ENOENT;
	}
	err = parse_number(text, 10, &parts.count, &text);
	if (*text && err != -ENOENT)
		return -ENOENT;
	if (!err && parts.count > INT64_MAX)
		err = -ERANGE;
	if (!err)
		*ret = parts;
	return err;
}
