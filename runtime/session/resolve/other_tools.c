// SPDX-License-Identifier: BSD-2-Clause
/*
 * Users of other tools write other words for the same probes:
 *
 *	kprobe:vfs_read				fbt::vfs_read:entry
 *	tracepoint:syscalls:sys_enter_openat	syscall::openat:entry
 *	sched:sched_switch			sdt:sched::sched_switch
 *	syscall::openat:enter			syscall::openat:entry
 *	begin					BEGIN
 */
#include "runtime/session/resolve/other_tools.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/text/strbuf.h"
#include "runtime/session/resolve/match.h"
#include "runtime/session/session_state.h"

struct other {
	const char *written, *here;
};

static const struct other other_tools[] = {
#define OTHER_TOOL(first, here) { first, here },
#define OTHER_EVENT(event, here)
#define OTHER_LAST(last, here)
#include "runtime/session/resolve/other_tools.def"
#undef OTHER_TOOL
#undef OTHER_EVENT
#undef OTHER_LAST
};

static const struct other events[] = {
#define OTHER_TOOL(first, here)
#define OTHER_EVENT(event, here) { event, here },
#define OTHER_LAST(last, here)
#include "runtime/session/resolve/other_tools.def"
#undef OTHER_TOOL
#undef OTHER_EVENT
#undef OTHER_LAST
};

static const struct other names[] = {
#define OTHER_TOOL(first, here)
#define OTHER_EVENT(event, here)
#define OTHER_LAST(last, here) { last, here },
#include "runtime/session/resolve/other_tools.def"
#undef OTHER_TOOL
#undef OTHER_EVENT
#undef OTHER_LAST
};

enum { PART_MAX = 4 };

/* The parts of a description as it was written. */
struct parts {
	const char *v[PART_MAX];
	size_t cnt;
};

static bool split(struct session *session, const char *text,
		  struct parts *parts)
{
	const char *colon;

	for (parts->cnt = 0; parts->cnt < PART_MAX; text = colon + 1) {
		colon = strchr(text, ':');
		parts->v[parts->cnt++] = arena_strndup(
			&session->arena, text,
			colon ? (size_t)(colon - text) : strlen(text));
		if (!colon)
			return true;
	}
	return false;
}

/* The event of cpc that perf calls @written, in which - divides the words. */
static void add_event(struct strbuf *text, const char *written)
{
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		if (!strcmp(written, events[i].written)) {
			strbuf_printf(text, "%s", events[i].here);
			return;
		}
	}
	for (; *written; written++)
		strbuf_add(text, *written == '-' ? "_" : written, 1);
}

/* Replaces {1}, {2} and {e}; NULL: there is no such part, or it is empty. */
static const char *filled(struct session *session, const char *here,
			  const struct parts *parts)
{
	struct strbuf text = { 0 };
	const char *ret;

	for (const char *s = here; *s; s++) {
		bool is_event = *s == '{' && s[1] == 'e';
		size_t back = *s == '{' ? (size_t)(s[1] - '0') : 0;

		if (is_event)
			back = 2;
		if (!back) {
			strbuf_add(&text, s, 1);
			continue;
		}
		/* the first part is the tool's word */
		if (back >= parts->cnt || !*parts->v[parts->cnt - back]) {
			strbuf_deinit(&text);
			return NULL;
		}
		if (is_event)
			add_event(&text, parts->v[parts->cnt - back]);
		else
			strbuf_printf(&text, "%s", parts->v[parts->cnt - back]);
		s += 2;
	}
	ret = arena_strdup(&session->arena, strbuf_text(&text));
	strbuf_deinit(&text);
	return ret;
}

/* sys_enter_openat or sys_exit_openat, in the group syscalls */
static const char *system_call(struct session *session, const char *group,
			       const char *event)
{
	static const char enter[] = "sys_enter_", leave[] = "sys_exit_";
	const char *name = NULL;

	if (strcmp(group, "syscalls"))
		return NULL;
	if (!strncmp(event, enter, strlen(enter)))
		name = arena_printf(&session->arena, "syscall::%s:entry",
				    event + strlen(enter));
	else if (!strncmp(event, leave, strlen(leave)))
		name = arena_printf(&session->arena, "syscall::%s:return",
				    event + strlen(leave));
	return name;
}

/* Tracepoints of system calls are probes of a provider of their own. */
static const char *filled_or_call(struct session *session, const char *here,
				  const struct parts *parts)
{
	const char *call = NULL;

	if (parts->cnt == 3 && !strncmp(here, "sdt:", 4))
		call = system_call(session, parts->v[1], parts->v[2]);
	return call ? call : filled(session, here, parts);
}

static bool exists(struct session *session, struct probe_spec spec)
{
	spec.part_cnt = 4;
	return session_look_for(session, &spec, NULL) > 0;
}

/* GROUP:EVENT, as perf lists tracepoints */
static const char *tracepoint(struct session *session,
			      const struct parts *parts)
{
	const char *group = parts->v[0], *event = parts->v[1];
	const char *call = system_call(session, group, event);
	const struct probe_spec spec = { .provider = "sdt", .module = group,
					 .function = "", .name = event };

	if (call || !*group || !*event || !exists(session, spec))
		return call;
	return arena_printf(&session->arena, "sdt:%s::%s", group, event);
}

static const char *other_name(struct session *session,
			      const struct probe_spec *spec)
{
	struct probe_spec meant = *spec;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		meant.name = names[i].here;
		if (!strcasecmp(spec->name, names[i].written) &&
		    strcmp(spec->name, meant.name) && exists(session, meant))
			return meant.name;
	}
	return NULL;
}

const char *session_other_tool(struct session *session,
			       const struct probe_spec *spec)
{
	const char *meant = NULL;
	struct parts parts;

	if (!split(session, spec->text, &parts))
		return NULL;
	for (size_t i = 0; i < sizeof(other_tools) / sizeof(other_tools[0]);
	     i++)
		if (!strcmp(parts.v[0], other_tools[i].written))
			meant = filled_or_call(session, other_tools[i].here,
					       &parts);
	if (!meant && parts.cnt == 2)
		meant = tracepoint(session, &parts);
	return meant ? meant : other_name(session, spec);
}
