// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: provider definitions and the names of objects. Out: the provider
 * object, and objects with classic calls rewritten.
 *
 * Everything is made in memory first; files are replaced at the end, all or
 * none. The provider object comes last, so that it is newer than the objects
 * for make. Objects are rewritten in place, because makefiles with classic
 * calls expect that; objects whose probes are notes (all that use
 * <sys/sdt.h>) are never rewritten.
 */
#include "linker/link.h"

#include <errno.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/text/strbuf.h"
#include "base/vec.h"
#include "linker/input_object.h"
#include "linker/patch_call.h"
#include "linker/provider_object.h"
#include "linker/rewrite.h"

static const struct loc no_loc;

struct linking {
	const struct program *program;
	const struct link_request *request;
	struct diag_list *diags;
	struct link_probes probes;
	struct link_input *inputs;
	const struct link_input *first; /* the first that is an object */
	const struct link_machine *machine;
	VEC(struct file_output) outputs; /* data is owned */
};

static const char *machine_name(const struct link_machine *machine)
{
	return machine ? machine->name : "an unknown machine";
}

/* All objects must be for one machine, which is then the output's. */
static int check_input(struct linking *ln, const struct link_input *input)
{
	const struct link_input *first = ln->first;

	if (!input->is_object)
		return 0;
	if (!first) {
		ln->first = input;
		return 0;
	}
	if (input->format.is_64 != first->format.is_64)
		return diag_error(
			ln->diags, no_loc, NULL,
			"can't mix 32-bit and 64-bit object files: %s, %s",
			first->path, input->path);
	if (input->e_machine != first->e_machine ||
	    input->format.is_big_endian != first->format.is_big_endian)
		return diag_error(
			ln->diags, no_loc, NULL,
			"objects are for different machines: %s for %s, %s for %s",
			first->path,
			machine_name(link_machine_of(first->e_machine,
						     first->format)),
			input->path,
			machine_name(link_machine_of(input->e_machine,
						     input->format)));
	return 0;
}

/*
 * Makefile patterns (*.o) may pass the output of the last run as an input: it
 * is replaced. An object of the program is refused as output, because its code
 * would be lost.
 */
static int check_output(struct linking *ln, const struct link_input *input)
{
	if ((!input->has_code && !input->has_calls) ||
	    !file_is_same(input->path, ln->request->out_path))
		return 0;
	return diag_error(ln->diags, no_loc, NULL,
			  "%s is an object of the program: it can't be the output; "
			  "give another name with -o",
			  input->path);
}

static int scan_operands(struct linking *ln)
{
	const struct link_request *request = ln->request;
	int err = 0;

	ln->inputs = xcalloc(request->operand_cnt + 1, sizeof(*ln->inputs));
	for (size_t i = 0; i < request->operand_cnt; i++)
		if (link_input_scan(&ln->probes, request->operands[i],
				      &ln->inputs[i], ln->diags) ||
		    check_input(ln, &ln->inputs[i]) ||
		    check_output(ln, &ln->inputs[i]))
			err = -EINVAL;
	return err;
}

/* --target= decides, else the objects, else the compiler and its options. */
static int choose_machine(struct linking *ln)
{
	const struct link_hints *hints = &ln->request->hints;
	const struct link_input *first = ln->first;
	const struct link_machine *of_objects = NULL;
	const char *bad = NULL;

	if (first) {
		of_objects = link_machine_of(first->e_machine, first->format);
		if (!of_objects)
			return diag_error(
				ln->diags, no_loc, NULL,
				"%s: objects of its machine (ELF machine %u, %d-bit) are "
				"not supported",
				first->path, first->e_machine,
				first->format.is_64 ? 64 : 32);
		ln->machine = of_objects;
	}
	if (hints->target) {
		bad = hints->target;
		ln->machine = link_machine_of_triplet(hints->target);
	} else if (!first) {
		ln->machine = link_machine_hinted(hints, &bad);
	}
	if (!ln->machine)
		return diag_error(ln->diags, no_loc, NULL,
				  "unknown machine: %s", bad);
	if (of_objects && of_objects != ln->machine)
		return diag_error(ln->diags, no_loc, NULL,
				  "%s is for %s, not for %s", first->path,
				  of_objects->name, ln->machine->name);
	return 0;
}

static void add_output(struct linking *ln, const char *path, struct strbuf *sb)
{
	size_t len = sb->len;

	*vec_add(&ln->outputs) =
		(struct file_output){ path, strbuf_take(sb), len };
}

static int rewrite_input(struct linking *ln,
			   const struct link_input *input)
{
	struct strbuf sb = { 0 };
	char *data = NULL;
	size_t len = 0;
	int err = file_read(input->path, &data, &len);

	if (err)
		return diag_error(ln->diags, no_loc, NULL, "cannot read %s: %s",
				  input->path, strerror(-err));
	err = link_rewrite(input, &ln->probes, data, len, &sb, ln->diags);
	if (!err)
		add_output(ln, input->path, &sb);
	strbuf_deinit(&sb);
	free(data);
	return err;
}

static int make_outputs(struct linking *ln)
{
	struct strbuf sb = { 0 };
	int err = 0;

	for (size_t i = 0; i < ln->request->operand_cnt; i++)
		if (ln->inputs[i].has_calls &&
		    rewrite_input(ln, &ln->inputs[i]))
			err = -EINVAL;
	if (err)
		return err;
	err = link_provider_object(ln->program, &ln->probes, ln->machine,
				   ln->first ? ln->first->e_flags :
					       ln->machine->e_flags,
				   ln->request->is_direct, &sb, ln->diags);
	if (!err)
		add_output(ln, ln->request->out_path, &sb);
	strbuf_deinit(&sb);
	return err;
}

static int write_outputs(struct linking *ln)
{
	size_t bad = 0;
	int err = file_write_all_atomic(ln->outputs.v, ln->outputs.cnt, &bad);

	if (err)
		diag_error(ln->diags, no_loc, NULL, "cannot write %s: %s",
			   ln->outputs.v[bad].path, file_output_error(-err));
	return err;
}

static int check_functions(struct linking *ln)
{
	for (size_t i = 0; i < ln->probes.cnt; i++)
		if (ln->probes.v[i].is_asked &&
		    !link_calls_known(ln->machine->e_machine))
			return diag_error(
				ln->diags, no_loc, NULL,
				"calls to __dtraceenabled_* are supported on x86-64 and "
				"aarch64 only");
	return 0;
}

int link_make(const struct program *program, const struct link_request *request,
	      struct diag_list *diags)
{
	struct linking ln = { .program = program,
			      .request = request,
			      .diags = diags };
	int err;

	link_probes_init(&ln.probes, program, request->naming, program->arena);
	err = scan_operands(&ln);
	if (!err)
		err = choose_machine(&ln);
	if (!err)
		err = check_functions(&ln);
	if (!err)
		err = make_outputs(&ln);
	if (!err)
		err = write_outputs(&ln);
	for (size_t i = 0; i < ln.outputs.cnt; i++)
		free((void *)ln.outputs.v[i].data);
	vec_deinit(&ln.outputs);
	free(ln.inputs);
	link_probes_deinit(&ln.probes);
	return err;
}
