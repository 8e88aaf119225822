/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The D library as the language stages see it: a callback that, given an
 * undefined name, may add its definition to the program. Files are read only
 * then, so a program that uses none of their names does not pay for them, and
 * a mistake in them does not stop it.
 */
#ifndef DTRACE_LANG_LIBRARY_LOOKUP_H
#define DTRACE_LANG_LIBRARY_LOOKUP_H

#include <stdbool.h>

#include "base/text/diag.h"
#include "lang/ast.h"

/* What `#pragma D depends_on` can name. */
enum lang_dependency {
	DEPENDS_ON_PROVIDER,
	DEPENDS_ON_MODULE,  /* of the kernel */
	DEPENDS_ON_LIBRARY, /* a file, which is read first */
};

enum lang_met {
	LANG_MISSING,
	LANG_THERE,
	LANG_LOOP, /* a file that is being read, and depends on the text */
};

struct lang_library {
	/*
	 * Adds the definition of the variable, type, "struct NAME" or
	 * "translator of struct NAME" @name, and those it needs, to @program.
	 * Mistakes in them are reported to @diags as warnings. Returns true if
	 * something was added.
	 */
	bool (*load)(struct lang_library *library, struct program *program,
		     const char *name, struct diag_list *diags);
	/* Whether the thing that a text depends on exists. */
	enum lang_met (*find)(struct lang_library *library,
			      struct program *program,
			      enum lang_dependency kind, const char *name,
			      struct diag_list *diags);
};

/* Calls program->library->load(), if there is a library. */
bool library_load(struct program *program, const char *name,
		  struct diag_list *diags);
/*
 * Whether the library defines the struct @type, which nothing else has defined.
 * To be asked only when the members are needed, because the program may define
 * it.
 */
bool library_completes(struct program *program, const struct type *type,
		       struct diag_list *diags);
/*
 * Adds what the library has for translations from @type, a pointer to a struct.
 * Returns true if something was added.
 */
bool library_translates(struct program *program, const struct type *type,
			struct diag_list *diags);
/* The identifier @name of the program or of the library, or NULL. */
struct ident *library_find(struct program *program, const char *name,
			   struct diag_list *diags);

#endif
