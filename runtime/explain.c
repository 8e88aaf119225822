// SPDX-License-Identifier: BSD-2-Clause
/*
 * Why a description matches nothing, in words that help: what the providers
 * said, or what it would match if it were written a little differently.
 *
 *	myapp:::start		myapp$target, myapp1234 or myapp*
 *	myapp1:::query__done	query-done
 */
#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"
#include "runtime/session_state.h"

/* The provider of a probe, without the process's number. */
struct seeking {
	struct prov_sink sink;
	const char *provider;
	bool is_found;
};

static void seek(struct prov_sink *sink, const struct prov_match *match)
{
	struct seeking *seeking = (struct seeking *)sink;
	const char *found = match->probe->provider;
	size_t len = strlen(seeking->provider);

	if (!strncmp(found, seeking->provider, len) && found[len] &&
	    !found[len + strspn(found + len, "0123456789")])
		seeking->is_found = true;
}

/* Is there such a provider in processes? There it has their number. */
static const char *without_process(struct session *session,
				   const struct probe_spec *spec)
{
	struct seeking seeking = { .sink = { .found = seek, .is_brief = true },
				   .provider = spec->provider };
	struct probe_spec any = { .module = "", .function = "", .name = "",
				  .part_cnt = 4 };
	struct prov_why why = { 0 };
	size_t len = strlen(spec->provider);

	if (!len || !glob_is_plain(spec->provider) ||
	    isdigit((unsigned char)spec->provider[len - 1]))
		return NULL;
	any.provider = arena_printf(&session->arena, "%s*", spec->provider);
	session_match_spec(session, &any, NULL, &seeking.sink, &why);
	if (!seeking.is_found)
		return NULL;
	return arena_printf(&session->arena, "probes of programs are by "
			    "process: write %s$target, with -c or -p, %s1234 "
			    "or %s*", spec->provider, spec->provider,
			    spec->provider);
}

/* query__done of the source is query-done. */
static const char *with_underscores(struct session *session,
				    const struct probe_spec *spec)
{
	struct probe_spec hyphens = *spec;
	struct prov_why why = { 0 };
	struct strbuf name = { 0 };
	const char *ret = NULL;

	for (const char *s = spec->name; *s; s++) {
		bool is_pair = s[0] == '_' && s[1] == '_';

		strbuf_printf(&name, "%c", is_pair ? '-' : *s);
		s += is_pair;
	}
	hyphens.name = strbuf_text(&name);
	if (strcmp(hyphens.name, spec->name) &&
	    session_match_spec(session, &hyphens, NULL, NULL, &why) > 0)
		ret = arena_printf(&session->arena, "the source's __ is - here: "
				   "write %s", hyphens.name);
	strbuf_deinit(&name);
	return ret;
}

static void seek_own(struct prov_sink *sink, const struct prov_match *match)
{
	struct seeking *seeking = (struct seeking *)sink;
	size_t len = strlen(match->probe->provider);

	if (!isdigit((unsigned char)match->probe->provider[len - 1]))
		seeking->is_found = true;
}

/* app*: no process has it, but one that starts later may. */
static const char *without_program(struct session *session,
				   const struct probe_spec *spec)
{
	struct probe_spec any = { .provider = spec->provider, .module = "",
				  .function = "", .name = "", .part_cnt = 4 };
	struct seeking seeking = {
		.sink = { .found = seek_own, .is_brief = true } };
	struct prov_why why = { 0 };
	size_t len = strlen(spec->provider);

	if (session->mode == SESSION_LIST || len < 2 ||
	    spec->provider[len - 1] != '*')
		return NULL;
	session_match_spec(session, &any, NULL, &seeking.sink, &why);
	if (seeking.is_found)
		return NULL;
	return "no process has it: -Z waits for those that start later";
}

bool spec_has_no_process(const struct probe_spec *spec)
{
	size_t len = strlen(spec->provider);

	return len > 1 && spec->provider[len - 1] == '0' &&
	       !isdigit((unsigned char)spec->provider[len - 2]);
}

const char *session_explain(struct session *session,
			    const struct probe_spec *spec,
			    const struct prov_why *why)
{
	const char *text = prov_absent_why(spec);

	if (!text && !why->text && spec_has_no_process(spec))
		text = arena_printf(&session->arena, "%s does not contain a "
				    "valid pid: $target is that of -c or -p",
				    spec->provider);
	if (!text && !spec->id)
		text = with_underscores(session, spec);
	if (!text && !spec->id)
		text = without_process(session, spec);
	if (!text && !spec->id && !why->text)
		text = without_program(session, spec);
	return text ? text : why->text;
}
