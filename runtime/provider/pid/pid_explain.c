// SPDX-License-Identifier: BSD-2-Clause
/*
 * Why a description of the pid provider matches nothing.
 */
#include <errno.h>
#include <string.h>

#include "runtime/provider/pid/pid.h"

struct prov_why pid_explain_place(const struct pid_matching *m)
{
	struct arena *arena = m->state->code.env->arena;
	uint32_t off;

	if (m->why)
		return (struct prov_why){ m->why, "D_PROC_CREATEFAIL" };
	if (m->refusal == CODE_REFUSAL_no_insn && m->is_outside)
		return (struct prov_why){ arena_printf(arena,
			"%s ends before offset %s", m->refused, m->spec->name),
			"D_PROC_OFF" };
	if (m->refusal != CODE_OK)
		return (struct prov_why){
			arena_printf(arena, "%s can't be probed there: %s",
				     m->refused, code_refusal_text(m->refusal)),
			m->refusal == CODE_REFUSAL_no_insn ? "D_PROC_ALIGN" :
							     "D_PROC_CREATEFAIL"
		};
	if (strcmp(m->spec->function, "-") == 0 &&
	    pid_parse_offset(m->spec->name, &off))
		return (struct prov_why){ arena_printf(arena,
			"no function is at address %s", m->spec->name),
			"D_PROC_OFF" };
	if (strcmp(m->spec->function, "-") == 0)
		return (struct prov_why){
			"names of probes in - are hexadecimal addresses, without 0x",
			"D_PROC_NAME" };
	if (m->func_cnt)
		return (struct prov_why){
			"names of probes are entry, return and hexadecimal "
			"offsets, without 0x", "D_PROC_NAME" };
	if (m->stripped && !m->stripped->image.section_cnt)
		return (struct prov_why){
			arena_printf(
				arena,
				"no such function; %s has no section headers, where the "
				"names are",
				m->stripped->path),
			"D_PROC_FUNC"
		};
	if (m->stripped)
		return (struct prov_why){ arena_printf(arena,
			"no such function; %s is stripped: only its exported "
			"functions have names", m->stripped->path),
			"D_PROC_FUNC" };
	return (struct prov_why){ "no such function", "D_PROC_FUNC" };
}

/* A process may have been started by a name other than its program's. */
static const char *program_text(const struct pid_matching *m, pid_t pid)
{
	const struct pid_state *state = m->state;

	if (strstr(m->spec->module, ".so") ||
	    !strncmp(m->spec->module, "lib", 3))
		return "";
	for (size_t i = 0; i < state->code.objects.cnt; i++)
		if (state->code.objects.v[i].pid == pid &&
		    state->code.objects.v[i].is_exe)
			return arena_printf(state->code.env->arena,
					    " (its program, a.out, is %s)",
					    state->code.objects.v[i].module);
	return "";
}

struct prov_why pid_explain(const struct pid_matching *m, pid_t pid, int err)
{
	struct arena *arena = m->state->code.env->arena;
	bool is_gone = err == -ENOENT || err == -ESRCH;

	if (err)
		return (struct prov_why){ prov_process_text(arena, pid, err),
			is_gone ? "D_PROC_BADPID" : "D_PROC_GRAB" };
	if (!m->object_cnt && !*m->spec->module)
		return (struct prov_why){ arena_printf(arena,
			"process %d maps no program: it is a kernel thread or "
			"has ended", pid), "D_PROC_GRAB" };
	if (!m->object_cnt) {
		const char *unopened = prov_unopened_text(m->state->code.env,
							  pid);

		return (struct prov_why){ arena_printf(arena,
			"process %d has no file %s%s%s", pid, m->spec->module,
			program_text(m, pid), *unopened ? unopened :
			": -Z waits for one that it opens later, "
			"-x objects=FILE names it"),
			"D_PROC_LIB" };
	}
	return pid_explain_place(m);
}

struct prov_why pid_explain_all(const struct pid_matching *m)
{
	if (!m->object_cnt)
		return (struct prov_why){ arena_printf(m->state->code.env->arena,
			"no process has a file %s, and none of that name is on "
			"PATH or known to the run-time linker: -Z waits for a "
			"process that maps one", m->spec->module),
			"D_PROC_LIB" };
	return pid_explain_place(m);
}

void pid_explain_number(struct arena *arena, const char *provider,
			struct prov_why *ret)
{
	if (strncmp(provider, "pid", 3) != 0 ||
	    provider[3 + strspn(provider + 3, "0123456789*?")])
		return;
	ret->text = arena_printf(arena, "%s does not contain a valid pid: "
				 "write pid$target, with -c or -p, pid1234, or "
				 "pid* for all",
				 provider);
	ret->tag = "D_PROC_BADPID";
}
