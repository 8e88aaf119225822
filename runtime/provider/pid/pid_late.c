// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files that a process maps after it was examined (by dlopen or exec). The
 * kernel reports the mapping, and the functions that match are probed while the
 * process runs. Calls before that are not traced.
 *
 *	notice -> known? -> objects -> descriptions -> sites -> classes
 *	       -> programs -> links
 *
 * Links stay when the process closes the file: if it opens it again the
 * kernel places the breakpoints at once.
 */
#include <errno.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/clock.h"
#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/provider/pid/pid.h"

/* The class name of late programs, for gen_spare(). */
static const char late_class[] = "pid";

static bool awaits(const struct pid_state *state, pid_t pid)
{
	for (size_t i = 0; i < state->laters.cnt; i++)
		if (state->laters.v[i].pid == pid)
			return true;
	return false;
}

/* ------------------------------------------------------- before: descriptions */

static bool has_module(const struct pid_state *state, const char *module,
		       pid_t pid)
{
	for (size_t i = 0; i < state->code.objects.cnt; i++) {
		const struct user_object *object = &state->code.objects.v[i];

		if (object->pid == pid &&
		    user_module_fits(module, object->path, object->is_exe))
			return true;
	}
	return false;
}

bool pid_can_come(const struct pid_state *state, const struct probe_spec *spec,
		  pid_t pid)
{
	const char *module = spec->module;

	if (!state->code.env->watch || strcmp(module, "a.out") == 0)
		return false;
	return !*module || !glob_is_plain(module) ||
	       !has_module(state, module, pid);
}

void pid_enable_later(void *p, const struct probe_spec *spec,
		      const struct clause *clause, bool is_found)
{
	struct pid_state *state = p;
	struct pid_later later = { .spec = *spec, .clause = clause };
	bool can_come;

	(void)is_found;
	if (spec->id)
		return;
	if (pid_is_all(spec->provider)) {
		can_come = state->code.env->watch && !pid_is_boundless(spec);
	} else {
		later.pid = pid_of_provider(spec->provider);
		can_come = later.pid && !user_find(&state->code, later.pid) &&
			pid_can_come(state, spec, later.pid);
	}
	if (can_come)
		vec_push(&state->laters, later);
}

/* ---------------------------------------------------- before: spare programs */

int pid_spare(struct pid_state *state, struct gen *gen)
{
	_cleanup_free_ const struct clause **clauses =
		xcalloc(state->laters.cnt + 1, sizeof(*clauses));
	struct probe_abi abi;

	if (!state->laters.cnt)
		return 0;
	for (size_t i = 0; i < state->laters.cnt; i++)
		clauses[i] = state->laters.v[i].clause;
	pid_spare_abi(state, &abi);
	return gen_spare(gen, late_class, &abi, clauses, state->laters.cnt);
}

/* --------------------------------------------------------------- the programs */

struct attaching {
	struct pid_state *state;
	const struct pid_class *class;
	const struct prov_late *late;
};

static int attach_program(void *arg, int prog_fd)
{
	const struct attaching *a = arg;

	return pid_attach_class(a->state, a->class, prog_fd, a->late->links,
				a->late->said);
}

static int attach_class(struct pid_state *state, const struct pid_class *class,
			const struct prov_late *late)
{
	const struct pid_set *set = &state->sets.v[class->set_idx];
	struct attaching attaching = { state, class, late };
	const struct prov_late_class late_ones = {
		late_class, &class->abi, set->clauses.v, set->clauses.cnt,
		attach_program, &attaching };

	return prov_late_attach_each(late, &late_ones);
}

/* Attaches the sites that are not attached yet. */
static int attach_new(struct pid_state *state, const struct prov_late *late)
{
	int err;

	pid_drop_classes(state);
	pid_classify(state, state->attached_cnt);
	pid_back_find(state, state->attached_cnt);
	err = pid_back_attach(state, late->links, late->said);
	for (size_t i = 0; i < state->classes.cnt && !err; i++)
		err = attach_class(state, &state->classes.v[i], late);
	state->attached_cnt = state->sites.cnt;
	pid_drop_classes(state);
	return err;
}

/* ----------------------------------------------------------------- the notice */

static bool has_mapped(const struct pid_state *state, pid_t pid,
		       const struct kern_mmap *mmap)
{
	dev_t dev = makedev(mmap->dev_major, mmap->dev_minor);

	for (size_t i = 0; i < state->code.objects.cnt; i++) {
		const struct user_object *object = &state->code.objects.v[i];
		const struct user_file *file =
			&state->code.files.v[object->file_idx];

		if (object->pid == pid && file->ino == mmap->ino &&
		    file->dev == dev)
			return true;
	}
	return false;
}

static bool wants_returns(const struct pid_state *state, pid_t pid)
{
	for (size_t i = 0; pid && i < state->laters.cnt; i++)
		if (state->laters.v[i].pid == pid &&
		    glob_match(state->laters.v[i].spec.name, "return"))
			return !state->code.env->options->value[OPT_unsafereturns];
	return false;
}

static const char *who_text(const struct pid_state *state, pid_t pid)
{
	return pid ? arena_printf(state->code.env->arena, "process %d", (int)pid) :
		     "a process";
}

/*
 * Reports why a description that names the file matches nothing in it, or that
 * a function which it names can't be probed.
 */
static void say_refused(const struct pid_matching *m, struct strbuf *said)
{
	bool is_named = *m->spec->module && glob_is_plain(m->spec->module);

	if (m->cnt || !m->object_cnt ||
	    (!is_named && m->refusal == CODE_OK && !m->why))
		return;
	printable_line(said, "%s of %s, which %s mapped, is not traced: %s",
		       m->spec->text, m->object->path,
		       who_text(m->state, m->object->pid),
		       pid_explain_place(m).text);
}

static void enable_new(struct pid_state *state, const struct pid_later *later,
		       uint32_t first, struct strbuf *said)
{
	struct prov_enabler enabler = { { .site = prov_enable_site },
					&provider_pid, state, later->clause };
	struct pid_matching m = {
		.state = state,
		.spec = &later->spec,
		.sink = &enabler.sink,
		.number = ++state->match_cnt,
	};

	pid_match_objects(&m, later->pid, first);
	if (!m.cnt)
		state->gaps.cnt = 0;
	pid_say_gaps(state, said);
	say_refused(&m, said);
}

/* -v: reports how long the process ran before its functions were probed. */
static void say_attached(const struct pid_state *state, size_t first_object,
			 size_t first_tag, const struct kern_mmap *mmap,
			 struct strbuf *said)
{
	int64_t late_ns = (int64_t)(clock_ns(CLOCK_MONOTONIC) - mmap->time_ns);

	if (!state->code.env->options->value[OPT_verbose])
		return;
	for (size_t i = first_object; i < state->code.objects.cnt; i++) {
		const struct user_object *object = &state->code.objects.v[i];
		size_t cnt = 0;

		for (size_t t = first_tag; t < state->tags.cnt; t++)
			cnt += state->tags.v[t].object_idx == i;
		if (!cnt)
			continue;
		printable_line(said, "%s: %zu probe%s traced from %lld.%03lld "
			       "ms after %s mapped it", object->path,
			       cnt, cnt == 1 ? "" : "s",
			       (long long)(late_ns / 1000000),
			       (long long)(late_ns / 1000 % 1000),
			       who_text(state, object->pid));
	}
}

/* Probes the matching functions of the objects from number @first on. */
static void enable_objects(struct pid_state *state, pid_t pid, uint32_t first,
			   const struct kern_mmap *mmap,
			   const struct prov_late *late)
{
	size_t first_tag = state->tags.cnt;
	int err;

	if (wants_returns(state, pid))
		user_harm_add(&state->code, pid, first);
	for (size_t i = 0; i < state->laters.cnt; i++)
		if (state->laters.v[i].pid == pid)
			enable_new(state, &state->laters.v[i], first,
				   late->said);
	if (state->sites.cnt == state->attached_cnt)
		return;
	err = attach_new(state, late);
	if (err == -ESRCH) /* the process has ended */
		return;
	if (err)
		printable_line(late->said, "functions of %s, which %s mapped, "
			       "are not traced",
			       state->code.objects.v[first].path,
			       who_text(state, pid));
	else
		say_attached(state, first, first_tag, mmap, late->said);
}

/* Whether a description of all processes matches the file. */
static bool is_for_all(const struct pid_state *state,
		       const struct kern_mmap *mmap)
{
	for (size_t i = 0; i < state->laters.cnt; i++)
		if (!state->laters.v[i].pid &&
		    (!strcmp(state->laters.v[i].spec.module, "a.out") ||
		     user_module_fits(state->laters.v[i].spec.module,
				      mmap->path, false)))
			return true;
	return false;
}

static void find_mapped(struct pid_state *state, pid_t owner, pid_t pid,
			const struct kern_mmap *mmap,
			const struct prov_late *late)
{
	int err = user_find_mapped(&state->code, owner, pid, mmap);

	if (err)
		prov_say_unopened(&state->has_said_unopened, mmap->path, pid,
				  err, late->said);
}

/* Probes a file for all processes. */
static void mapped_by_any(struct pid_state *state, pid_t pid,
			  const struct kern_mmap *mmap,
			  const struct prov_late *late)
{
	uint32_t first = (uint32_t)state->code.objects.cnt;

	if (pid == getpid() || !is_for_all(state, mmap) ||
	    has_mapped(state, 0, mmap))
		return;
	find_mapped(state, 0, pid, mmap, late);
	if (state->code.objects.cnt > first)
		enable_objects(state, 0, first, mmap, late);
}

void pid_mapped(void *p, pid_t pid, const struct kern_mmap *mmap,
		const struct prov_late *late)
{
	struct pid_state *state = p;
	uint32_t first;

	if (!mmap->ino)
		return;
	mapped_by_any(state, pid, mmap, late);
	first = (uint32_t)state->code.objects.cnt;
	if (!awaits(state, pid) || has_mapped(state, pid, mmap))
		return;
	user_find_more(&state->code, pid);
	if (!has_mapped(state, pid, mmap))
		find_mapped(state, pid, pid, mmap, late);
	if (state->code.objects.cnt > first)
		enable_objects(state, pid, first, mmap, late);
}
