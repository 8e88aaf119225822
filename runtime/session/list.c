// SPDX-License-Identifier: BSD-2-Clause
/*
 * -l: the probes that descriptions match, of running processes, of -c and -p,
 * and of files that are named but not run. With verbose output each is
 * followed by its stability and argument types.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/text/printable.h"
#include "base/text/strbuf.h"
#include "runtime/provider/provider.h"
#include "runtime/session/compile.h"
#include "runtime/session/list.h"
#include "runtime/session/report.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/resolve/no_match.h"
#include "runtime/session/resolve/resolve.h"
#include "runtime/session/resolve/stability.h"
#include "runtime/session/session.h"
#include "runtime/session/session_state.h"
#include "sdt/file.h"

struct listing {
	struct prov_sink sink;
	struct session *session;
	bool is_verbose;
	size_t cnt;
	struct strbuf rooms[4]; /* for printable_name() */
};

static void list_found(struct prov_sink *sink, const struct prov_match *match)
{
	struct listing *listing = (struct listing *)sink;
	const struct probe *probe = match->probe;
	struct strbuf *rooms = listing->rooms;
	FILE *out = listing->session->out;

	if (!listing->cnt++)
		fprintf(out, "%5s %10s %17s %33s %s\n", "ID", "PROVIDER",
			"MODULE", "FUNCTION", "NAME");
	fprintf(out, "%5u %10s %17s %33s %s\n", probe->id,
		printable_name(probe->provider, &rooms[0]),
		printable_name(probe->module, &rooms[1]),
		printable_name(probe->function, &rooms[2]),
		printable_name(probe->name, &rooms[3]));
	if (!listing->is_verbose)
		return;
	session_print_match(out, match);
	if (match->warning)
		session_say("warning: %s", match->warning);
}

/* Functions that a description matches but that are refused. */
static void list_left_out(struct prov_sink *sink, const char *module,
			  const char *function, const char *why)
{
	(void)sink;
	session_say("left out: %s`%s: %s", module, function, why);
}

/* Returns the number of probes that @spec matches. */
static size_t list_spec(struct listing *listing, const struct probe_spec *spec,
			struct prov_why *why_ret)
{
	size_t before = listing->cnt;

	for (int i = 0; i < PROVIDER_CNT; i++) {
		/* of files, only their contents are listed */
		if (listing->session->asked.files.cnt && i != PROVIDER_usdt)
			continue;
		provider_table[i]->match(listing->session->matched.providers[i],
					 spec, &listing->sink, why_ret);
	}
	return listing->cnt - before;
}

void session_say_no_match(const struct probe_spec *spec, const char *why)
{
	_cleanup_free_ char *name = spec->id ?
		xasprintf("%u", spec->id) :
		xasprintf("%s:%s:%s:%s", spec->provider, spec->module,
			  spec->function, spec->name);

	session_say("failed to match %s: No probe matches description%s%s%s",
		    name, why ? " (" : "", why ? why : "", why ? ")" : "");
}

static void list_clause(struct listing *listing, const struct clause *clause)
{
	for (const struct probe_spec *spec = clause->specs; spec;
	     spec = spec->next) {
		struct prov_why why = { 0 };
		struct probe_spec fallback;

		if (list_spec(listing, spec, &why) ||
		    (session_fallback(spec, &fallback) &&
		     list_spec(listing, &fallback, &why)))
			continue;
		why.text = session_why_no_match(listing->session, spec, &why);
		session_say_no_match(spec, why.text);
	}
}

/* Reports the files of -l that cannot have sites. Returns their number. */
static int check_files(struct session *session)
{
	int bad_cnt = 0;

	for (size_t i = 0; i < session->asked.files.cnt; i++) {
		const char *path = session->asked.files.v[i], *why = NULL;
		struct sdt_file *file;

		if (sdt_file_open(path, SDT_WANT_SITES, &file, &why)) {
			session_say("%s: %s", path, why);
			bad_cnt++;
			continue;
		}
		if (file->damage)
			session_say("%s: %s", path, file->damage);
		else if (!file->has_notes)
			session_say("%s: it has no probes: no section "
				    ".note.stapsdt", path);
		sdt_file_close(file);
	}
	return bad_cnt;
}

int session_end_list(struct session *session)
{
	if (!fflush(session->out) && !ferror(session->out))
		return 0;
	if (errno != EPIPE)
		session_say("failed to write to %s: %s",
			    session->asked.out_path ? session->asked.out_path :
						      "<stdout>",
			    strerror(errno));
	return -EIO;
}

int session_list(struct session *session)
{
	static const struct probe_spec any = {
		.provider = "", .module = "", .function = "", .name = "" };
	bool is_verbose = session->options.value[OPT_verbose];
	struct listing listing = {
		.sink = { .found = list_found, .is_brief = !is_verbose,
			  .left_out = is_verbose ? list_left_out : NULL },
		.session = session,
		.is_verbose = is_verbose,
	};

	int bad_cnt = check_files(session);

	if (session->asked.texts.cnt) {
		session_resolve(session);
		if (session_check_programs(session))
			return 1;
	}
	session_open_providers(session);
	if (!session->asked.texts.cnt)
		list_spec(&listing, &any, NULL);
	for (const struct clause *c = session->program.clauses; c; c = c->next)
		list_clause(&listing, c);
	for (size_t i = 0; i < sizeof(listing.rooms) / sizeof(listing.rooms[0]); i++)
		strbuf_deinit(&listing.rooms[i]);
	if (!listing.cnt)
		fprintf(session->out, "%5s %10s %17s %33s %s\n", "ID",
			"PROVIDER", "MODULE", "FUNCTION", "NAME");
	if (session_end_list(session))
		return 1;
	return bad_cnt ? 1 : 0;
}
