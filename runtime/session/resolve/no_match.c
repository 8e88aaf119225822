// SPDX-License-Identifier: BSD-2-Clause
/*
 * Explains why a description matches nothing: the reason of a provider, or a
 * slightly different description that would match.
 *
 *	myapp:::start		myapp$target, myapp1234 or myapp*
 *	myapp1:::query__done	query-done
 *	syscall::opne:entry	open
 *	kprobe:vfs_read		fbt::vfs_read:entry
 *	syscall:read:entry	syscall::read:entry
 *	syscall::sys_read:entry	syscall::read:entry
 */
#include "runtime/session/resolve/no_match.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text/diag.h"
#include "base/text/glob.h"
#include "base/text/strbuf.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/syscall/syscall_table.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/resolve/near_probe.h"
#include "runtime/session/resolve/other_tools.h"
#include "runtime/session/session_state.h"

/* The provider of a probe, without the process id. */
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

/* Whether processes have a provider of that name, followed by a process id. */
static const char *without_process(struct session *session,
				   const struct probe_spec *spec,
				   const char *reason)
{
	struct seeking seeking = { .sink = { .found = seek, .is_brief = true },
				   .provider = spec->provider };
	struct probe_spec any = { .module = "", .function = "", .name = "",
				  .part_cnt = 4 };
	size_t len = strlen(spec->provider);

	(void)reason;
	if (!len || !glob_is_plain(spec->provider) ||
	    isdigit((unsigned char)spec->provider[len - 1]))
		return NULL;
	any.provider = arena_printf(&session->arena, "%s*", spec->provider);
	session_look_for(session, &any, &seeking.sink);
	if (!seeking.is_found)
		return NULL;
	return arena_printf(&session->arena, "a provider of a program "
			    "needs a process: write %s$target, with -c or -p, "
			    "%s1234 or %s*", spec->provider, spec->provider,
			    spec->provider);
}

/* Suggests query-done for query__done of the source. */
static const char *with_underscores(struct session *session,
				    const struct probe_spec *spec,
				    const char *reason)
{
	struct probe_spec hyphens = *spec;
	struct strbuf name = { 0 };
	const char *ret = NULL;

	(void)reason;
	for (const char *s = spec->name; *s; s++) {
		bool is_pair = s[0] == '_' && s[1] == '_';

		strbuf_printf(&name, "%c", is_pair ? '-' : *s);
		s += is_pair;
	}
	hyphens.name = strbuf_text(&name);
	if (strcmp(hyphens.name, spec->name) &&
	    session_look_for(session, &hyphens, NULL) > 0)
		ret = arena_printf(&session->arena, "__ of the source is - in D: "
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

/* app*: no process has it now, but one that starts later may. */
static const char *without_program(struct session *session,
				   const struct probe_spec *spec,
				   const char *reason)
{
	struct probe_spec any = { .provider = spec->provider, .module = "",
				  .function = "", .name = "", .part_cnt = 4 };
	struct seeking seeking = {
		.sink = { .found = seek_own, .is_brief = true } };
	size_t len = strlen(spec->provider);

	if (reason || session->mode == SESSION_LIST || len < 2 ||
	    spec->provider[len - 1] != '*')
		return NULL;
	session_look_for(session, &any, &seeking.sink);
	if (seeking.is_found)
		return NULL;
	return "no process has it: -Z waits for those that start later";
}

/* As other tools write it. */
static const char *in_other_words(struct session *session,
				  const struct probe_spec *spec,
				  const char *reason)
{
	const char *meant = reason ? NULL : session_other_tool(session, spec);

	return meant ?
		arena_printf(&session->arena, "did you mean %s?", meant) :
		NULL;
}

/* Suggests @spec with other parts, if that matches. */
static const char *offer_parts(struct session *session,
			       const struct probe_spec *spec,
			       const char *provider, const char *function,
			       const char *name)
{
	struct probe_spec meant = *spec;

	meant.provider = provider;
	meant.module = "";
	meant.function = function;
	meant.name = name;
	meant.part_cnt = 4;
	if (session_look_for(session, &meant, NULL) <= 0)
		return NULL;
	return arena_printf(&session->arena, "did you mean %s::%s:%s?",
			    provider, function, name);
}

/*
 * The parts are counted from the right, so that a description with too few
 * colons has the provider as its module or function: syscall:read:entry.
 */
static const char *with_few_colons(struct session *session,
				   const struct probe_spec *spec,
				   const char *reason)
{
	const char *first = *spec->module ? spec->module : spec->function;
	const char *ret = NULL;

	if (reason || *spec->provider || !*first || !glob_is_plain(first))
		return NULL;
	if (*spec->module && *spec->function)
		return offer_parts(session, spec, first, spec->function,
				   spec->name);
	ret = offer_parts(session, spec, first, "", spec->name);
	return ret ? ret : offer_parts(session, spec, first, spec->name, "");
}

/* A system call as the kernel's functions and other systems call it. */
static const char *with_affixes(struct session *session,
				const struct probe_spec *spec,
				const char *reason)
{
	static const char *const before[] = { "__x64_sys_", "__arm64_sys_",
					      "sys_", "SyS_" };
	static const char after[] = "_nocancel"; /* of macOS */
	const char *name = spec->function;
	size_t len;

	if (reason || strcmp(spec->provider, "syscall"))
		return NULL;
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		if (!strncmp(name, before[i], strlen(before[i])))
			name += strlen(before[i]);
	len = strlen(name);
	if (len >= sizeof(after) && !strcmp(name + len - strlen(after), after))
		len -= strlen(after);
	if (len == strlen(spec->function))
		return NULL;
	return offer_parts(session, spec, spec->provider,
			   arena_strndup(&session->arena, name, len),
			   spec->name);
}

/* Whether it is a provider of processes, without the process. */
static bool lacks_process(const char *provider)
{
	return !strcmp(provider, provider_table[PROVIDER_pid]->name) ||
	       !strcmp(provider, provider_table[PROVIDER_plockstat]->name);
}

/*
 * No suggestion for a function that exists but is refused, nor beside that of
 * a provider.
 */
static const char *with_near(struct session *session,
			     const struct probe_spec *spec, const char *reason)
{
	bool is_final = lacks_process(spec->provider) ||
			(reason && (strstr(reason, " be probed") ||
				    strstr(reason, "did you mean")));
	const char *near = is_final ? NULL : session_near_probe(session, spec);

	if (!near)
		return NULL;
	return arena_printf(&session->arena, "%s%sdid you mean %s?",
			    reason ? reason : "", reason ? "; " : "", near);
}

bool spec_has_no_process(const struct probe_spec *spec)
{
	size_t len = strlen(spec->provider);

	return len > 1 && spec->provider[len - 1] == '0' &&
	       !isdigit((unsigned char)spec->provider[len - 2]);
}

static const char *unsupported(struct session *session,
			       const struct probe_spec *spec,
			       const char *reason)
{
	(void)session;
	(void)reason;
	return prov_absent_why(spec);
}

static const char *no_target(struct session *session,
			     const struct probe_spec *spec, const char *reason)
{
	if (reason || !spec_has_no_process(spec))
		return NULL;
	return arena_printf(&session->arena, "%s does not contain a valid pid: "
			    "$target is that of -c or -p", spec->provider);
}

/*
 * The first that is not NULL is printed. @reason is the provider's, or NULL; an
 * explanation that is given although there is one replaces or contains it.
 */
static const char *(*const explanations[])(struct session *session,
					   const struct probe_spec *spec,
					   const char *reason) = {
	unsupported,	 no_target,	  with_underscores, in_other_words,
	with_few_colons, with_affixes,	  without_process,  without_program,
	with_near,
};

const char *session_why_no_match(struct session *session,
				 const struct probe_spec *spec,
				 const struct prov_why *why)
{
	size_t cnt = sizeof(explanations) / sizeof(explanations[0]);
	const char *text = NULL;

	for (size_t i = 0; !spec->id && !text && i < cnt; i++)
		text = explanations[i](session, spec, why->text);
	return text ? text : why->text;
}

/*
 * Whether it is a provider of the kernel, all of whose probes exist from the
 * start.
 */
static bool is_of_kernel(const char *name)
{
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (i != PROVIDER_usdt && i != PROVIDER_pid &&
		    i != PROVIDER_plockstat &&
		    strcmp(provider_table[i]->name, name) == 0)
			return true;
	return false;
}

static bool has_ended(const char *digits)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%.20s", digits);
	return access(path, F_OK) != 0;
}

static const char no_process[] = "there is no such process";

/* Why @spec can never match a probe, or NULL if it may match one later. */
static const char *never_why(struct session *session,
			     const struct probe_spec *spec)
{
	size_t len = strlen(spec->provider), digits = 0;

	if (spec->id)
		return "use a number that dtrace -l prints";
	if (!len || !glob_is_plain(spec->provider))
		return NULL;
	if (is_of_kernel(spec->provider) || prov_absent_why(spec))
		return "the kernel has no other probes";
	while (digits < len &&
	       isdigit((unsigned char)spec->provider[len - digits - 1]))
		digits++;
	if (!digits)
		return arena_printf(&session->arena,
				    "a provider of a program needs a process: "
				    "write %s$target, with -c or -p, %s1234 or "
				    "%s*", spec->provider, spec->provider,
				    spec->provider);
	return has_ended(spec->provider + len - digits) ? no_process : NULL;
}

/* Scripts for several machines name the system calls of all of them. */
static bool is_call_elsewhere(const struct probe_spec *spec)
{
	return strcmp(spec->provider, "syscall") == 0 &&
	       syscall_is_known(spec->function) &&
	       syscall_number(spec->function) < 0;
}

void session_warn_never(struct session *session, const struct probe_spec *spec,
			struct prov_why why)
{
	const char *never = never_why(session, spec);

	if (!never || is_call_elsewhere(spec))
		return;
	/* the provider may have looked at a process before it ended */
	why.text = never == no_process && !spec_has_no_process(spec) ?
		NULL : session_why_no_match(session, spec, &why);
	diag_warning(&session->diags, spec->loc, "D_PDESC_ZERO",
		     "probe description %s can never match: %s", spec->text,
		     why.text ? why.text : never);
}
