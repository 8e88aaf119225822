// SPDX-License-Identifier: BSD-2-Clause
/*
 * Suggests the intended spelling for a description that matches nothing: one of
 * its parts is misspelt, and without that part it matches something.
 *
 *	syscall::opne:entry	open
 *	pid1234::mallok:entry	malloc
 *	tik-5s			tick-5s
 *
 * Compilers give a function another name than it has in the source; this is found
 * as well:
 *
 *	pid1234::scan:entry	scan.constprop.0, _Z4scanPKc
 */
#include "runtime/session/resolve/near_probe.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text/glob.h"
#include "base/text/nearest.h"
#include "runtime/common/probe.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/session_state.h"

/* The values that the probes have for one part. */
struct near_seek {
	struct prov_sink sink;
	struct arena *arena;
	enum abi_field field;
	struct nearest nearest;
	size_t digits; /* suffix of what was written: a process id, */
	const char *process; /* which is not the misspelt part */
	const char *last;
	bool is_made; /* a compiler's name for what was written */
};

enum { NAME_MAX_LEN = 127 };

static size_t digits_at_end(const char *text)
{
	size_t len = strlen(text), cnt = 0;

	while (cnt < len && isdigit((unsigned char)text[len - cnt - 1]))
		cnt++;
	return cnt;
}

static void offer(struct near_seek *seek, const char *text)
{
	const char *before = seek->nearest.best;

	nearest_offer(&seek->nearest, text);
	if (seek->nearest.best != before)
		seek->nearest.best = arena_strdup(seek->arena, text);
}

/*
 * Whether @symbol is what a compiler makes of @name: f.isra.0 of f, in C++ and
 * Rust (_Z, _R) a text that contains 1f, its length and the name.
 */
static bool is_made_of(const char *symbol, const char *name)
{
	char text[NAME_MAX_LEN + 24];
	size_t len = strlen(name);
	const char *at;

	if (!strncmp(symbol, name, len) && symbol[len] == '.')
		return true;
	if (symbol[0] != '_' || (symbol[1] != 'Z' && symbol[1] != 'R') ||
	    len > NAME_MAX_LEN)
		return false;
	snprintf(text, sizeof(text), "%zu%s", len, name);
	for (at = strstr(symbol, text); at; at = strstr(at + 1, text))
		if (!isdigit((unsigned char)at[-1]))
			return true;
	return false;
}

/* The shortest counts: those of lambdas in a function contain its name, too. */
static void offer_function(struct near_seek *seek, const char *symbol)
{
	if (!is_made_of(symbol, seek->nearest.written)) {
		if (!seek->is_made)
			offer(seek, symbol);
		return;
	}
	if (!seek->is_made || strlen(symbol) < strlen(seek->nearest.best))
		seek->nearest.best = arena_strdup(seek->arena, symbol);
	seek->is_made = true;
}

/* libc.so.6 is libc as well. */
static void offer_library(struct near_seek *seek, const char *module)
{
	const char *end = strstr(module, ".so");

	if (end)
		offer(seek, arena_strndup(seek->arena, module,
					  (size_t)(end - module)));
}

static void seek_near(struct prov_sink *sink, const struct prov_match *match)
{
	struct near_seek *seek = (struct near_seek *)sink;
	const struct probe *probe = match->probe;
	const char *const parts[ABI_FIELD_CNT] = {
		[ABI_PROVIDER] = probe->provider,
		[ABI_MODULE] = probe->module,
		[ABI_FUNCTION] = probe->function,
		[ABI_NAME] = probe->name,
	};
	const char *text = parts[seek->field];

	if (seek->last && strcmp(seek->last, text) == 0)
		return;
	seek->last = text;
	if (seek->field == ABI_PROVIDER &&
	    (digits_at_end(text) != seek->digits ||
	     strcmp(text + strlen(text) - seek->digits, seek->process)))
		return;
	if (seek->field == ABI_FUNCTION)
		offer_function(seek, text);
	else
		offer(seek, text);
	if (seek->field == ABI_MODULE)
		offer_library(seek, text);
}

static const char **part_of(struct probe_spec *spec, enum abi_field field)
{
	const char **parts[ABI_FIELD_CNT] = {
		[ABI_PROVIDER] = &spec->provider,
		[ABI_MODULE] = &spec->module,
		[ABI_FUNCTION] = &spec->function,
		[ABI_NAME] = &spec->name,
	};

	return parts[field];
}

static const char *near_part(struct session *session,
			     const struct probe_spec *spec,
			     enum abi_field field)
{
	struct near_seek seek = {
		.sink = { .found = seek_near, .is_brief = true },
		.arena = &session->arena,
		.field = field,
	};
	struct probe_spec any = *spec;
	const char **part = part_of(&any, field);

	if (!**part || !glob_is_plain(*part))
		return NULL;
	nearest_init(&seek.nearest, *part);
	seek.digits = digits_at_end(*part);
	seek.process = *part + strlen(*part) - seek.digits;
	*part = "";
	session_look_for(session, &any, &seek.sink);
	return seek.nearest.best;
}

/* tik-5s: such probes are created when a description names them. */
static const char *near_clock(struct session *session,
			      const struct probe_spec *spec)
{
	static const char *const clocks[] = { "tick", "profile" };
	const char *hyphen = strchr(spec->name, '-');
	struct probe_spec meant = *spec;
	struct nearest nearest;

	if (!hyphen || (*spec->provider && strcmp(spec->provider, "profile")))
		return NULL;
	nearest_init(&nearest, arena_strndup(&session->arena, spec->name,
					     (size_t)(hyphen - spec->name)));
	for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
		nearest_offer(&nearest, clocks[i]);
	if (!nearest.best)
		return NULL;
	meant.name = arena_printf(&session->arena, "%s%s", nearest.best,
				  hyphen);
	return session_look_for(session, &meant, NULL) > 0 ? meant.name : NULL;
}

/* tick-5x: its number or unit is wrong. */
static bool is_clock(const struct probe_spec *spec)
{
	return (!*spec->provider || !strcmp(spec->provider, "profile")) &&
	       (!strncmp(spec->name, "tick-", 5) ||
		!strncmp(spec->name, "profile-", 8));
}

const char *session_near_probe(struct session *session,
			       const struct probe_spec *spec)
{
	static const enum abi_field order[] = { ABI_NAME, ABI_FUNCTION,
						ABI_MODULE, ABI_PROVIDER };
	const char *best = near_clock(session, spec);

	if (is_clock(spec)) /* those that exist are only examples */
		return NULL;
	for (size_t i = 0; !best && i < sizeof(order) / sizeof(order[0]); i++)
		best = near_part(session, spec, order[i]);
	return best;
}
