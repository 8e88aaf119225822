// SPDX-License-Identifier: BSD-2-Clause
/*
 * Chooses the probes that are attached at their stubs. A stub is of a probe and
 * not of a site, and knows nothing of the function that fired. So all sites of
 * the probe in the file must be enabled, with the same clauses, in functions
 * that need not be told apart.
 *
 * Only one dtrace at a time does this to a file: where two have their programs
 * at the same stub, and one sets hooks, the other would miss what these count.
 * A name among the abstract sockets is the lock, because it ends with its
 * holder. The other one attaches at the sites, which fire as well.
 */
#include "runtime/provider/usdt/usdt_direct.h"

#include <asm/ptrace.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text/printable.h"
#include "lang/builtin_flags.h"
#include "lang/direct_clause.h"
#include "lang/walk.h"
#include "runtime/provider/usdt/usdt.h"
#include "sdt/direct_abi.h"

/* A dtrace that is about to end has it a little longer. */
enum { LOCK_TRIES = 20, LOCK_WAIT_US = 5000 };

/* The lock of file @fd: a descriptor, or -errno; -EADDRINUSE: another has it. */
static int lock_file(int fd)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	struct stat st;
	int len, lock, err = EADDRINUSE;

	if (fstat(fd, &st))
		return -errno;
	len = snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1,
		       "dtrace-direct/%llx/%llx", (unsigned long long)st.st_dev,
		       (unsigned long long)st.st_ino);
	lock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (lock < 0)
		return -errno;
	for (int i = 0; i < LOCK_TRIES && err == EADDRINUSE; i++) {
		if (i)
			usleep(LOCK_WAIT_US);
		err = bind(lock, (struct sockaddr *)&name,
			   (socklen_t)(offsetof(struct sockaddr_un, sun_path) +
				       1 + (size_t)len)) ?
			errno :
			0;
	}
	if (!err)
		return lock;
	close(lock);
	return -err;
}

/* NULL, or why not for the whole session. */
static const char *session_objection(const struct prov_env *env)
{
	const int64_t *value = env->options->value;

#if !defined(__x86_64__)
	return "direct probes need x86-64";
#endif
	if (value[OPT_bufpolicy] != POLICY_SWITCH)
		return "bufpolicy is not switch";
	if (value[OPT_flowindent])
		return "flowindent shows functions";
	if (value[OPT_cpu] >= 0)
		return "cpu is set";
	return NULL;
}

/* ---------------------------------------------------------------- one probe */

/* The enablings of one probe in one file, for one process or all. */
struct choice {
	struct usdt_state *state;
	uint32_t file_idx;
	const struct sdt_direct *note;
	uint32_t hook;
	const uint32_t *enablings; /* ascending; at least one */
	size_t enabling_cnt;
	bool is_mixed; /* the probe is enabled for all processes and for one */
};

/* The sites of the probe, and how many of them come after the agent. */
static size_t site_cnt(const struct choice *choice, size_t *direct_cnt_ret)
{
	const struct sdt_file *elf =
		choice->state->files.v[choice->file_idx].elf;
	size_t cnt = 0;

	*direct_cnt_ret = 0;
	for (size_t i = 0; i < elf->site_cnt; i++) {
		if (!usdt_is_site_of(&elf->sites[i], choice->note,
				     choice->hook))
			continue;
		cnt++;
		*direct_cnt_ret += elf->sites[i].is_direct;
	}
	return cnt;
}

struct shown {
	bool records; /* of which the line names the function */
	bool probefunc;
};

static void find_shown(const struct node *node, void *arg)
{
	struct shown *shown = arg;

	if (call_flags(node) & BUILTIN_RECORDS)
		shown->records = true;
	if (reads_builtin(node, BUILTIN_probefunc))
		shown->probefunc = true;
}

/*
 * Does the output name the function? Clauses that only aggregate do so only by
 * probefunc, and what probes are called is not shown with -q.
 */
static bool shows_function(const struct choice *choice,
			   const struct usdt_enabling *enabling)
{
	const int64_t *value = choice->state->env->options->value;
	struct shown shown = { 0 };

	for (size_t i = 0; i < enabling->clauses.cnt; i++) {
		shown.records |= !enabling->clauses.v[i]->stmts;
		clause_walk(enabling->clauses.v[i], find_shown, &shown);
	}
	return shown.probefunc ||
		(shown.records && !(value[OPT_quiet] && !value[OPT_oformat]));
}

/* Do the enablings run the same clauses, for the same probe? */
static const char *differ(const struct choice *choice)
{
	const struct usdt_state *state = choice->state;
	const struct usdt_enabling *first =
		&state->enablings.v[choice->enablings[0]];

	for (size_t i = 1; i < choice->enabling_cnt; i++) {
		const struct usdt_enabling *other =
			&state->enablings.v[choice->enablings[i]];

		if (other->tag != first->tag && shows_function(choice, first))
			return "it is in several functions, which are shown";
		if (other->clauses.cnt != first->clauses.cnt ||
		    memcmp(other->clauses.v, first->clauses.v,
			   first->clauses.cnt * sizeof(*first->clauses.v)))
			return "some of its sites have other clauses";
	}
	return NULL;
}

static const char *clauses_objection(const struct choice *choice)
{
	const struct usdt_enabling *first =
		&choice->state->enablings.v[choice->enablings[0]];
	struct arena *arena = choice->state->env->arena;

	for (size_t i = 0; i < first->clauses.cnt; i++) {
		const char *name =
			clause_needs_kernel(first->clauses.v[i], arena);

		if (name)
			return arena_printf(arena, "%s needs the kernel", name);
	}
	return NULL;
}

/* The arguments at which the clauses read strings. */
static uint32_t string_args(const struct choice *choice)
{
	const struct usdt_enabling *first =
		&choice->state->enablings.v[choice->enablings[0]];
	uint32_t args = 0;

	for (size_t i = 0; i < first->clauses.cnt; i++)
		args |= clause_string_args(first->clauses.v[i]);
	return args;
}

static bool reads_tid(const struct choice *choice)
{
	const struct usdt_enabling *first =
		&choice->state->enablings.v[choice->enablings[0]];
	bool reads = false;

	for (size_t i = 0; i < first->clauses.cnt; i++)
		reads |= clause_reads_tid(first->clauses.v[i]);
	return reads;
}

static const char *strings_objection(const struct choice *choice)
{
	const struct usdt_enabling *first =
		&choice->state->enablings.v[choice->enablings[0]];
	uint32_t args = string_args(choice);
	int64_t strsize = choice->state->env->options->value[OPT_strsize];

	if (!args)
		return NULL;
	if (args >> usdt_site(choice->state, first)->arg_cnt)
		return "a clause reads a string from an argument that it does not have";
	if (!choice->note->constants_bytes)
		return "its program has no constants, which strings could be";
	if (choice->note->constants_bytes > USDT_CONSTANTS_MAX_BYTES)
		return "its program has more than 4 MB of constants, of which "
		       "none are copied";
	for (size_t i = 0; i < first->clauses.cnt; i++)
		if (clause_string_bytes(first->clauses.v[i], (uint64_t)strsize) >
		    USDT_STRINGS_MAX_BYTES)
			return "its strings are too long: lower strsize, or "
			       "give copyinstr() a length";
	return NULL;
}

static const char *choice_objection(const struct choice *choice)
{
	size_t direct_cnt, cnt = site_cnt(choice, &direct_cnt);
	const char *why;

	if (direct_cnt != cnt)
		return "some of its sites are not direct";
	if (choice->enabling_cnt != cnt)
		return "some of its sites are not enabled";
	why = differ(choice);
	if (!why)
		why = clauses_objection(choice);
	return why ? why : strings_objection(choice);
}

/* The lock of the file, which is taken at the first call. */
static const char *lock_objection(struct usdt_state *state, uint32_t file_idx)
{
	struct usdt_file *file = &state->files.v[file_idx];

	if (!file->lock)
		file->lock = lock_file(file->fd);
	if (file->lock == -EADDRINUSE)
		return "another dtrace has the direct probes of this file";
	return file->lock < 0 ? "the lock of its file can't be taken" : NULL;
}

/* The first enabling stands for all; the others run nothing. */
static void settle(const struct choice *choice)
{
	struct usdt_state *state = choice->state;
	struct usdt_enabling *first = &state->enablings.v[choice->enablings[0]];

	*vec_add(&state->directs) = (struct usdt_direct){
		.file_idx = choice->file_idx,
		.note = choice->note,
		.hook = choice->hook,
		.tgid = first->tgid,
		.tag = first->tag,
		.arg_cnt = usdt_site(state, first)->arg_cnt,
		.string_args = string_args(choice),
		.reads_tid = reads_tid(choice),
		.prog_id = USDT_NO_PROG,
	};
	first->direct = (uint32_t)state->directs.cnt;
	for (size_t i = 1; i < choice->enabling_cnt; i++)
		state->enablings.v[choice->enablings[i]].is_stood_for = true;
}

static void choose(struct choice *choice)
{
	struct usdt_state *state = choice->state;
	const char *why = session_objection(state->env);

	/* a process has one hook for the probe, which runs the clauses of one */
	if (!why && choice->is_mixed)
		why = "it is enabled for all processes and for one";
	if (!why)
		why = choice_objection(choice);
	if (!why)
		why = lock_objection(state, choice->file_idx);
	if (why)
		usdt_refuse_direct(state,
				   &state->enablings.v[choice->enablings[0]],
				   why);
	else
		settle(choice);
}

static int compare_processes(const void *a, const void *b, void *arg)
{
	const struct usdt_state *state = arg;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	uint32_t i_tgid = state->enablings.v[i].tgid;
	uint32_t j_tgid = state->enablings.v[j].tgid;

	if (i_tgid != j_tgid)
		return i_tgid < j_tgid ? -1 : 1;
	return i < j ? -1 : i > j;
}

/* The enablings, in the order of their processes, begin with those for all. */
static bool is_mixed(const struct usdt_state *state, const uint32_t *enablings,
		     size_t cnt)
{
	return cnt && !state->enablings.v[enablings[0]].tgid &&
		state->enablings.v[enablings[cnt - 1]].tgid;
}

/* Process by process. */
static void choose_probe(struct choice *choice)
{
	struct usdt_state *state = choice->state;
	VEC(uint32_t) own = { 0 };
	size_t end;

	for (uint32_t i = 0; i < state->enablings.cnt; i++) {
		const struct usdt_enabling *e = &state->enablings.v[i];

		if (e->file_idx == choice->file_idx && e->clauses.cnt &&
		    usdt_is_site_of(usdt_site(state, e), choice->note,
				    choice->hook))
			vec_push(&own, i);
	}
	if (own.cnt)
		qsort_r(own.v, own.cnt, sizeof(*own.v), compare_processes,
			state);
	choice->is_mixed = is_mixed(state, own.v, own.cnt);
	for (size_t begin = 0; begin < own.cnt; begin = end) {
		const struct usdt_enabling *first =
			&state->enablings.v[own.v[begin]];

		for (end = begin + 1; end < own.cnt; end++)
			if (state->enablings.v[own.v[end]].tgid != first->tgid)
				break;
		choice->enablings = &own.v[begin];
		choice->enabling_cnt = end - begin;
		if (!first->direct)
			choose(choice);
	}
	vec_deinit(&own);
}

/* A provider that was built for another version is as one without --direct. */
static void say_versions(struct usdt_state *state, const struct usdt_file *file)
{
	for (size_t i = 0; i < file->elf->type_cnt; i++) {
		const struct sdt_type_provider *types = &file->elf->types[i];

		if (types->direct && types->direct->version != DIRECT_VERSION)
			printable_line(
				&state->direct_whys,
				"probes of %s in %s are traced through "
				"the kernel: they were built for version "
				"%u of direct probes, this dtrace has "
				"version %u",
				types->name, file->path, types->direct->version,
				DIRECT_VERSION);
	}
}

void usdt_choose_directs(struct usdt_state *state)
{
	strbuf_clear(&state->direct_whys);
	if (state->env->options->value[OPT_direct] == DIRECT_OFF)
		return;
	for (uint32_t i = 0; i < state->files.cnt; i++) {
		const struct sdt_file *elf = state->files.v[i].elf;

		say_versions(state, &state->files.v[i]);
		for (size_t n = 0; n < elf->direct_cnt; n++) {
			struct choice choice = {
				.state = state,
				.file_idx = i,
				.note = &elf->directs[n],
			};

			for (; choice.hook < choice.note->hook_cnt;
			     choice.hook++)
				choose_probe(&choice);
		}
	}
	usdt_settle_selfs(state);
	for (size_t i = 0; i < state->enablings.cnt; i++)
		if (state->enablings.v[i].clauses.cnt &&
		    !state->enablings.v[i].direct &&
		    !state->enablings.v[i].is_stood_for)
			usdt_note_refusal(state, &state->enablings.v[i],
					  "its program was not built for "
					  "that: see dtrace -G --direct");
}

int usdt_check_directs(const struct usdt_state *state, struct gen *gen)
{
	if (state->env->options->value[OPT_direct] != DIRECT_ONLY ||
	    !state->direct_refused)
		return 0;
	return gen_refuse(gen, state->direct_refused,
			  "a probe of this clause can't be direct: %s",
			  state->direct_refused_why);
}
