// SPDX-License-Identifier: BSD-2-Clause
/*
 * From parsed programs to attached ones:
 *
 *	compile   names, types, constants (lang/check)
 *	match     descriptions -> probes, through the providers
 *	generate  clauses of matched probes -> BPF code and layouts
 *	enable    maps, loads, links
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "lang/builtin.h"
#include "lang/check.h"
#include "lang/walk.h"
#include "runtime/kernel/comm_off.h"
#include "runtime/kernel/feature.h"
#include "runtime/kernel/load.h"
#include "runtime/kernel/tp_frames.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/provider.h"
#include "runtime/session_state.h"
#include "runtime/symbol/kallsyms.h"
#include "runtime/types/btf.h"

/* Inode of the first pid namespace: PROC_PID_INIT_INO, linux/proc_ns.h. */
#define PIDNS_INIT_INO 0xEFFFFFFCu

const struct provider_ops *const provider_table[PROVIDER_CNT] = {
#define PROVIDER(name) [PROVIDER_##name] = &provider_##name,
#include "runtime/provider/providers.def"
#undef PROVIDER
};

int session_compile(struct session *session)
{
	int err;

	session->types.strsize_bytes =
		(uint32_t)session->options.value[OPT_strsize];
	session->lang_env.scratchsize_bytes =
		(uint64_t)session->options.value[OPT_scratchsize];
	session->lang_env.find_args = session_find_args;
	session->lang_env.find_args_ctx = session;
	if (session->mode != SESSION_LIST)
		session_split_clauses(session);
	session_dump(session, 'a');
	err = lang_check_program(&session->program, &session->lang_env,
				 &session->diags);
	session_report(session);
	if (!err) {
		session_dump(session, 't');
		session_debug(session, "compiled %zu programs, %zu files of "
			      "the library", session->texts.cnt,
			      dlib_parsed_cnt(session->dlib));
	}
	return err;
}

/* Only what uid 0 and the like may see of processes is seen of all. */
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
	session->prov_env = (struct prov_env){
		.arena = &session->arena,
		.options = &session->options,
		.probes = &session->probes,
		.processes = &session->processes,
		.files = session->files.v,
		.file_cnt = session->files.cnt,
		.kallsyms = session->kallsyms,
		.types = &session->types,
		.watch = session->mode == SESSION_TRACE ? session_watch_all :
							  NULL,
		.not_all = say_not_all,
		.load = session_load,
		.ctx = session,
	};
	for (int i = 0; i < PROVIDER_CNT; i++)
		if (!session->providers[i])
			session->providers[i] =
				provider_table[i]->create(&session->prov_env);
}

/* ---------------------------------------------------------------- matching */

/* What the kernel is called by the scripts of other systems. */
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
 * What else @spec can mean when it matches nothing as it is written:
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
			   const struct clause *clause, struct prov_sink *sink,
			   struct prov_why *why_ret)
{
	int cnt = 0;

	for (int i = 0; i < PROVIDER_CNT; i++) {
		int res = provider_table[i]->match(session->providers[i], spec,
						   clause, sink, why_ret);

		if (res < 0)
			return res;
		cnt += res;
	}
	return cnt;
}

int session_match_spec(struct session *session, const struct probe_spec *spec,
		       const struct clause *clause, struct prov_sink *sink,
		       struct prov_why *why_ret)
{
	int cnt = match_providers(session, spec, clause, sink, why_ret);
	struct probe_spec fallback;

	if (!cnt && session_fallback(spec, &fallback))
		cnt = match_providers(session, &fallback, clause, sink,
				      why_ret);
	return cnt;
}

static int refuse_spec(struct session *session, const struct probe_spec *spec,
		       struct prov_why why)
{
	if (spec_has_no_process(spec))
		return diag_error(&session->diags, spec->loc, "D_PROC_BADPID",
				  "%s does not contain a valid pid",
				  spec->provider);
	why.text = session_explain(session, spec, &why);
	return diag_error(&session->diags, spec->loc,
			  why.tag ? why.tag : "D_PDESC_ZERO",
			  "probe description %s does not match any "
			  "probes%s%s%s", spec->text, why.text ? " (" : "",
			  why.text ? why.text : "", why.text ? ")" : "");
}

static int match_clause(struct session *session, struct session_text *text,
			const struct clause *clause)
{
	int err = 0;

	for (const struct probe_spec *spec = clause->specs; spec;
	     spec = spec->next) {
		struct prov_why why = { 0 };
		int cnt = session_match_spec(session, spec, clause, NULL, &why);

		if (cnt > 0) {
			text->match_cnt += (size_t)cnt;
			if (session_check_spec(session, spec))
				err = -EINVAL;
			continue;
		}
		if (session->options.value[OPT_zdefs])
			continue;
		err = refuse_spec(session, spec, why);
	}
	return err;
}

void session_print_name(FILE *out, const struct session_text *text)
{
	if (text->spec == SPEC_SCRIPT)
		fprintf(out, "script %s", text->name);
	else
		fprintf(out, "description %.*s",
			(int)strcspn(text->text, "{/;"), text->text);
}

/* "matched N probes", with the description as the user typed it. */
static void say_matched(const struct session *session,
			const struct session_text *text)
{
	const char *plural = text->match_cnt == 1 ? "" : "s";

	if (session->options.value[OPT_quiet])
		return;
	if (text->spec == SPEC_SCRIPT)
		session_say("script '%s' matched %zu probe%s", text->name,
			    text->match_cnt, plural);
	else
		session_say("description '%.*s' matched %zu probe%s",
			    (int)strcspn(text->text, "{/;"), text->text,
			    text->match_cnt, plural);
}

int session_match(struct session *session)
{
	size_t total = 0;
	int err = 0;

	session_open_providers(session);
	for (size_t i = 0; i < session->texts.cnt && !err; i++) {
		struct session_text *text = session->texts.v[i];

		for (const struct clause *c = text->first; c; c = c->next) {
			if (match_clause(session, text, c))
				err = -EINVAL;
			if (c == text->last)
				break;
		}
		if (session_report(session))
			err = -EINVAL;
		else if (session->mode == SESSION_TRACE)
			say_matched(session, text);
		if (!err && session->options.value[OPT_verbose])
			session_say_stability(session, text);
		total += text->match_cnt;
	}
	if (!err && !session->texts.cnt) {
		session_say("no probes specified");
		return -EINVAL;
	}
	if (!err && !total && !session->options.value[OPT_zdefs]) {
		session_say("no probes matched");
		return -EINVAL;
	}
	return err;
}

/* -------------------------------------------------------------- generating */

/* Whether the function that has @kaddr has a name that begins so. */
static bool is_named(struct session *session, uint64_t kaddr,
		     const char *begin)
{
	struct kallsyms_symbol symbol;

	return kaddr && !kallsyms_find(session->kallsyms, kaddr, &symbol) &&
	       !strncmp(symbol.name, begin, strlen(begin));
}

/*
 * Without names of functions none is skipped that might be the kernel's. Some
 * kernels walk through the program twice, from its call and from its frame.
 */
static uint32_t raw_tp_frames(void *arg, bool is_syscall)
{
	struct session *session = arg;
	uint64_t kaddrs[TP_FRAMES_MAX];
	uint32_t cnt = RAW_TP_FRAMES_MIN;

	if (session->raw_tp_frames[is_syscall])
		return session->raw_tp_frames[is_syscall];
	if (!kern_tp_frames(is_syscall, kaddrs)) {
		if (is_named(session, kaddrs[cnt], "bpf_trace_run"))
			cnt++;
		while (cnt < TP_FRAMES_MAX &&
		       (is_named(session, kaddrs[cnt], "__bpf_trace_") ||
			(prov_machine.has_iter &&
			 is_named(session, kaddrs[cnt], "__traceiter_"))))
			cnt++;
	}
	session->raw_tp_frames[is_syscall] = cnt;
	return cnt;
}

static uint32_t comm_off(void *arg)
{
	struct session *session = arg;

	if (!session->has_comm_off)
		session->comm_off = kern_comm_off();
	session->has_comm_off = true;
	return session->comm_off;
}

/* A variable of its own, or (6.2 to 6.14) a member of what is used often. */
static bool preempt_count(void *arg, struct gen_percpu *ret)
{
	static const char *const names[] = { "__preempt_count", "pcpu_hot" };
	struct session *session = arg;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		uint32_t off_bits = 0;
		struct kallsyms_symbol symbol;
		const struct type *type;

		/* the kernel asks its own table as well */
		if (kallsyms_find_name(session->kallsyms, NULL, names[i],
				       &symbol) ||
		    btf_percpu_find(session->type_source, &session->types,
				    names[i], &ret->btf_id, &type))
			continue;
		if (!type_is_integer(type) &&
		    !type_find_member(type, "preempt_count", &off_bits))
			continue;
		ret->off_bytes = off_bits / 8;
		return true;
	}
	return false;
}

static struct gen_env make_gen_env(struct session *session)
{
	const int64_t *value = session->options.value;
	struct gen_env env = {
		.cpu_max = session->cpus.cpu_max,
		.only_cpu = (uint32_t)(session->options.value[OPT_cpu] + 1),
		.strsize_bytes = session->types.strsize_bytes,
		.printsize_bytes =
			(uint32_t)session->options.value[OPT_printsize],
		.prog_insns = (uint32_t)value[OPT_proginsns],
		.scratchsize_bytes =
			(uint32_t)session->options.value[OPT_scratchsize],
		.aggsize_bytes =
			(uint64_t)value[OPT_aggsize],
		.dynvarsize_bytes =
			(uint64_t)session->options.value[OPT_dynvarsize],
		.ring_bytes = session->ring_bytes,
		.has_ordered_stores = kern_has_ordered_stores(),
		.keeps_counts = value[OPT_counts],
		.ends_when_full = value[OPT_bufpolicy] == POLICY_FILL,
		.overwrites = value[OPT_bufpolicy] == POLICY_RING,
		.nspec = (uint32_t)session->options.value[OPT_nspec],
		.specsize_bytes =
			(uint32_t)session->options.value[OPT_specsize],
		.stack_frames = (uint32_t)value[OPT_stackframes],
		.ustack_frames = (uint32_t)value[OPT_ustackframes],
		.jstack_frames = (uint32_t)value[OPT_jstackframes],
		.max_frames = (uint32_t)value[OPT_maxframes],
		.raw_tp_frames = raw_tp_frames,
		.event_frames = prov_machine.event_frames,
		.comm_off = comm_off,
		.preempt_count = preempt_count,
		.host_arg = session,
		.ustack_pages = value[OPT_ustackunwind] ?
			(uint32_t)((value[OPT_ustackcopy] +
				    REC_STACK_PAGE_BYTES - 1) /
				   REC_STACK_PAGE_BYTES) : 0,
	};
	struct stat st;

	if (!stat("/proc/self/ns/pid", &st) && st.st_ino != PIDNS_INIT_INO) {
		/* the kernel's encoding of the device, as the helper wants it */
		env.pidns_dev = st.st_dev;
		env.pidns_ino = st.st_ino;
	}
	env.can_sleep = !session->options.value[OPT_nosleep] &&
			feature_has(FEAT_uprobe_sleepable);
	env.keeps_bounds = feature_has(FEAT_spill_bounds);
	env.has_task_storage = session->program.selfs.cnt &&
			       !session->options.value[OPT_selfhash] &&
			       feature_has(FEAT_task_storage);
	return env;
}

/* The programs of all providers, for rings of session->ring_bytes. */
static int generate(struct session *session)
{
	struct gen_env env = make_gen_env(session);
	uint32_t done = 0, cnt;
	int err = 0;

	if (session->gen)
		gen_destroy(session->gen);
	session->gen = gen_create(&session->arena, &env, &session->diags);
	gen_scan(session->gen, &session->program);
	for (int i = 0; i < PROVIDER_CNT && !err; i++) {
		err = provider_table[i]->generate(session->providers[i],
						  session->gen);
		cnt = gen_prog_cnt(session->gen);
		session->prog_provider =
			xrealloc_array(session->prog_provider, cnt, 1);
		for (; done < cnt; done++)
			session->prog_provider[done] = (uint8_t)i;
	}
	session->gen_result = gen_finish(session->gen);
	return session_report(session) ? -EINVAL : err;
}

int session_generate(struct session *session)
{
	int err;

	if (!session->cpus.cpu_max && kern_cpus_init(&session->cpus)) {
		session_say("the list of CPUs in /sys/devices/system/cpu is "
			    "unreadable");
		return -EINVAL;
	}
	err = generate(session);
	if (!err && session_fit_ring(session))
		err = generate(session);
	if (!err)
		err = session_check_ring(session);
	if (err)
		return err;
	for (const char *stages = "pbr"; *stages; stages++)
		session_dump(session, *stages);
	session_debug(session, "generated %zu programs",
		      session->gen_result->progs.cnt);
	return 0;
}

/* ---------------------------------------------------------------- enabling */

/* A kernel's refusal: D place, message, the verifier's last lines. */
static int say_kernel_log(struct session *session, const char *what,
			  struct kern_log *log)
{
	if (log->loc.src) {
		diag_error(&session->diags, log->loc, "D_UNKNOWN", "%s: %s",
			   what, strbuf_text(&log->message));
		session_report(session);
	} else {
		session_say("%s: %s", what, strbuf_text(&log->message));
	}
	fputs(strbuf_text(&log->detail), stderr);
	kern_log_deinit(log);
	return -EINVAL;
}

/* -x bpflog: of a program that was accepted. */
static void say_verifier(const char *name, struct kern_log *log)
{
	session_say("the verifier on %s:", name);
	fputs(strbuf_text(&log->detail), stderr);
	strbuf_clear(&log->detail);
}

static int load_programs(struct session *session, enum kern_backend backend)
{
	const struct gen_result *result = session->gen_result;
	struct kern_log log = {
		.all_bytes = session->options.value[OPT_bpflog] ?
			(uint32_t)session->options.value[OPT_bpflogsize] : 0,
	};

	session->prog_fds = xmalloc(result->progs.cnt * sizeof(int));
	for (size_t i = 0; i < result->progs.cnt; i++)
		session->prog_fds[i] = -1;
	for (size_t i = 0; i < result->progs.cnt; i++) {
		const struct gen_prog *prog = &result->progs.v[i];

		if (!prog->code.insns.cnt)
			continue;
		if (kern_load(&prog->code, &session->maps, backend, &log,
			      &session->prog_fds[i]))
			return say_kernel_log(session,
					      "could not enable tracing", &log);
		if (log.all_bytes)
			say_verifier(prog->class_name, &log);
		session_debug(session, "loaded %s: %zu instructions",
			      prog->class_name, prog->code.insns.cnt);
	}
	kern_log_deinit(&log);
	return 0;
}

static int attach_providers(struct session *session)
{
	struct strbuf warn = { 0 };
	int err = 0;

	for (int i = 0; i < PROVIDER_CNT && !err; i++)
		err = provider_table[i]->attach(session->providers[i],
						session->prog_fds,
						session->links, &warn);
	session_say_lines(&warn);
	return err;
}

/* What of a clause needs leave from the user or the kernel. */
struct needs {
	bool is_destructive;
	const char *write_user; /* what writes into processes; or NULL */
};

static void find_needs(const struct node *node, void *arg)
{
	struct needs *needs = arg;

	needs->is_destructive |= call_flags(node) & BUILTIN_DESTRUCTIVE;
	if (node->kind == NODE_CALL && node->call.ident &&
	    node->call.ident->kind == IDENT_SUBR &&
	    (node->call.ident->row == SUBR_copyout ||
	     node->call.ident->row == SUBR_copyoutstr))
		needs->write_user = node->call.name;
}

int session_check_needs(const struct session *session,
			const struct clause *const *clauses, size_t clause_cnt)
{
	struct needs needs = { 0 };

	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], find_needs, &needs);
	if (needs.is_destructive && !session->options.value[OPT_destructive]) {
		session_say("could not enable tracing: Destructive actions "
			    "not allowed");
		return -EINVAL;
	}
	if (needs.write_user && !feature_has(FEAT_probe_write_user)) {
		session_say("could not enable tracing: %s( ) is not possible "
			    "here: %s", needs.write_user,
			    feature_reason(FEAT_probe_write_user));
		return -EINVAL;
	}
	return 0;
}

/* What files do that are not there yet is checked when they are. */
static int check_needs(const struct session *session)
{
	const struct gen_result *result = session->gen_result;
	int err = 0;

	for (size_t i = 0; i < result->progs.cnt && !err; i++)
		if (!result->progs.v[i].is_spare)
			err = session_check_needs(session,
				(const struct clause *const *)
					result->progs.v[i].clauses,
				result->progs.v[i].clause_cnt);
	return err;
}

int session_enable(struct session *session)
{
	struct kern_log log = { 0 };
	enum kern_backend backend = KERN_UPROBE_MULTI;
	bool has_links = false;
	int err;

	if (check_needs(session))
		return -EINVAL;
	for (size_t i = 0; i < session->gen_result->progs.cnt; i++)
		if (session->prog_provider[i] != PROVIDER_dtrace)
			has_links = true;
	if (has_links)
		backend = session->options.value[OPT_nouprobemulti] ?
				  KERN_UPROBE_PERF : kern_backend();
	if (kern_maps_create(&session->maps, session->gen_result,
			     &session->cpus, session->ring_bytes, &log))
		return say_kernel_log(session, "could not enable tracing",
				      &log);
	if (load_programs(session, backend))
		return -EINVAL;
	session->backend = backend;
	session->links = kern_links_create(backend);
	err = attach_providers(session);
	session_debug(session, "attached");
	return err;
}
