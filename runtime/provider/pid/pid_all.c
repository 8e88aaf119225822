// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions of all processes:
 *
 *	pid* : file : function : entry, return or an offset in hexadecimal
 *
 * The file that a description names is searched (user_code/all_files.c), and if
 * it is found nowhere it may appear later: pid_late.c.
 */
#include <string.h>

#include "base/text/glob.h"
#include "runtime/provider/pid/pid.h"

bool pid_is_all(const char *provider)
{
	return !strcmp(provider, "pid*");
}

bool pid_is_boundless(const struct probe_spec *spec)
{
	const char *module = spec->module;

	return !module[strspn(module, "*")] && !glob_is_plain(spec->function);
}

int pid_match_all(struct pid_matching *m, struct prov_why *why_ret)
{
	struct pid_state *state = m->state;
	size_t gap_cnt = state->gaps.cnt;

	if (pid_is_boundless(m->spec)) {
		if (why_ret)
			*why_ret = (struct prov_why){
				"these are all functions of all processes: "
				"name a file (pid*:libc.so.6:...) or one "
				"function", "D_PROC_LIB" };
		return 0;
	}
	if (prov_wants_sites(m->sink) && state->code.env->watch)
		state->code.env->watch(state->code.env->ctx);
	user_find_all(&state->code, m->spec->module);
	pid_match_objects(m, 0, 0);
	if (!m->cnt)
		state->gaps.cnt = gap_cnt;
	if (!m->cnt && why_ret)
		*why_ret = pid_explain_all(m);
	return m->cnt;
}
