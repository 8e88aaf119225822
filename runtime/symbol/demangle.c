// SPDX-License-Identifier: BSD-2-Clause
/*
 * Uses libiberty, which knows both manglings of Rust as well as that of C++;
 * __cxa_demangle knows only C++, and would load the C++ library at every start.
 * Its licence has the exception for linked programs.
 *
 * Its callback forms allocate nothing and so can be left at any time: a name of
 * a hundred bytes can expand to gigabytes of text (each substitution doubles
 * it), and the name is untrusted. A name whose text would exceed TEXT_MAX stays
 * mangled. So does a name over NAME_MAX_LEN, because the stack that demangling
 * takes is a multiple of its length.
 */
#include "runtime/symbol/demangle.h"

#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/text/strbuf.h"

enum { NAME_MAX_LEN = 4096, TEXT_MAX = 16384 };

struct demangler {
	struct map texts; /* address of the name -> text, owned; NULL: none */
	struct strbuf text; /* being made */
	jmp_buf too_long;
};

struct demangler *demangler_create(void)
{
	return xcalloc(1, sizeof(struct demangler));
}

void demangler_destroy(struct demangler *demangler)
{
	if (!demangler)
		return;
	for (size_t i = 0; i < demangler->texts.cnt; i++)
		free(demangler->texts.entries[i].value);
	map_deinit(&demangler->texts);
	strbuf_deinit(&demangler->text);
	free(demangler);
}

static void add_text(const char *text, size_t len, void *ctx)
{
	struct demangler *demangler = ctx;

	if (demangler->text.len + len > TEXT_MAX)
		longjmp(demangler->too_long, 1);
	strbuf_add(&demangler->text, text, len);
}

static int convert(struct demangler *demangler, const char *name)
{
	/*
	 * Rust's older mangling is that of C++ with a hash, which this call
	 * drops
	 */
	if (rust_demangle_callback(name, 0, add_text, demangler))
		return 1;
	strbuf_clear(&demangler->text);
	return name[1] == 'Z' && cplus_demangle_v3_callback(
		name, DMGL_PARAMS | DMGL_ANSI, add_text, demangler);
}

static char *make_text(struct demangler *demangler, const char *name)
{
	strbuf_clear(&demangler->text);
	if (strlen(name) > NAME_MAX_LEN || setjmp(demangler->too_long) ||
	    !convert(demangler, name) || !demangler->text.len)
		return NULL;
	return xstrndup(demangler->text.text, demangler->text.len);
}

const char *demangle(struct demangler *demangler, const char *name)
{
	uintptr_t key = (uintptr_t)name;
	const char *text;
	void **slot;

	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R'))
		return name;
	slot = map_find(&demangler->texts, &key, sizeof(key));
	if (!slot) {
		char *made = make_text(demangler, name);

		slot = map_put(&demangler->texts, &key, sizeof(key));
		*slot = made;
	}
	text = *slot;
	return text ? text : name;
}
