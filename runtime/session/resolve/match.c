// SPDX-License-Identifier: BSD-2-Clause
/*
 * Finds the probes that a description matches: asks all providers, in both
 * readings that it may have.
 */
#include "runtime/session/resolve/match.h"

#include <ctype.h>
#include <string.h>

#include "base/text/glob.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/process/process.h"
#include "runtime/provider/provider.h"
#include "runtime/session/load/watch_mappings.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

/* Warns when processes of other users cannot be inspected. */
static void say_not_all(void *ctx)
{
	(void)ctx;
	if (process_is_open(1)) /* newer kernels: CAP_PERFMON is enough */
		return;
	session_say("user probes in processes of other users are left out: %s",
		    feature_reason(FEAT_cap_sys_ptrace));
}

void session_open_providers(struct session *session)
{
	session->matched.prov_env = (struct prov_env){
		.arena = &session->arena,
		.options = &session->options,
		.probes = &session->matched.probes,
		.processes = &session->asked.processes,
		.files = session->asked.files.v,
		.file_cnt = session->asked.files.cnt,
		.kallsyms = session->symbols.kallsyms,
		.types = &session->types,
		.watch = session->mode == SESSION_TRACE ? session_watch_all :
							  NULL,
		.not_all = say_not_all,
		.load = session_load_code,
		.ctx = session,
	};
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (!session->matched.providers[i])
			session->matched.providers[i] =
				provider_table[i]->create(
					&session->matched.prov_env);
}

void session_close_providers(struct session *session)
{
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (session->matched.providers[i])
			provider_table[i]->destroy(
				session->matched.providers[i]);
	vec_deinit(&session->matched.prov_env.clauses);
}

/* Names of the kernel module in scripts of other systems. */
static bool is_foreign_kernel(const char *module)
{
	static const char *const names[] = { "genunix", "unix", "kernel",
					     "freebsd", "mach_kernel" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(module, names[i]) == 0)
			return true;
	return false;
}

/*
 * The alternative reading of @spec when it matches nothing as written:
 * tcp::receive -> tcp:::receive, io:genunix::start -> io:vmlinux::start.
 */
bool session_fallback(const struct probe_spec *spec, struct probe_spec *ret)
{
	size_t len = strlen(spec->provider);
	bool is_process = len && isdigit((unsigned char)spec->provider[len - 1]);

	*ret = *spec;
	if (!is_process && is_foreign_kernel(spec->module)) {
		ret->module = "vmlinux";
		return true;
	}
	if (spec->part_cnt != 3 || *spec->provider || *spec->function ||
	    !glob_is_plain(spec->module))
		return false;
	ret->provider = spec->module;
	ret->module = "";
	return true;
}

static int match_providers(struct session *session,
			   const struct probe_spec *spec,
			   struct prov_sink *sink, struct prov_why *why_ret)
{
	int cnt = 0;

	for (int i = 0; i < PROVIDER_CNT; i++) {
		int res;

		if (sink)
			sink->row = (uint8_t)i;
		res = provider_table[i]->match(session->matched.providers[i],
					       spec, sink, why_ret);
		if (res < 0)
			return res;
		cnt += res;
	}
	return cnt;
}

int session_match_spec(struct session *session, const struct probe_spec *spec,
		       struct prov_sink *sink, struct prov_why *why_ret,
		       bool *is_fallback_ret)
{
	int cnt = match_providers(session, spec, sink, why_ret);
	struct probe_spec fallback;

	*is_fallback_ret = !cnt && session_fallback(spec, &fallback);
	if (*is_fallback_ret)
		cnt = match_providers(session, &fallback, sink, why_ret);
	session_debug(session, "looking for %s:%s:%s:%s: %d probes",
		      spec->provider, spec->module, spec->function, spec->name,
		      cnt);
	return cnt;
}

int session_look_for(struct session *session, const struct probe_spec *spec,
		     struct prov_sink *sink)
{
	bool is_fallback;

	return session_match_spec(session, spec, sink, NULL, &is_fallback);
}
