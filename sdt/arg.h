/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The operand string of a note -> struct sdt_arg.
 */
#ifndef DTRACE_SDT_ARG_H
#define DTRACE_SDT_ARG_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "sdt/site.h"

/*
 * Address of the symbol @name (@len bytes). Returns 0, -ENOENT (unknown),
 * -ENOTUNIQ (several of that name, at different addresses), -ENOTSUP
 * (thread-local), or -EAGAIN (not linked yet).
 */
typedef int (*elf_resolve_fn)(void *ctx, const char *name, size_t len,
			      uint64_t *vaddr_ret);

struct sdt_arg_env {
	uint16_t machine; /* e_machine of the file */
	elf_resolve_fn resolve; /* NULL: symbols are not looked up */
	void *resolve_ctx;
};

/*
 * Parses one argument of @len bytes. Never fails: what can't be read is
 * SDT_ARG_NONE with a reason. Does not set ret->text.
 */
void sdt_arg_parse(const struct sdt_arg_env *env, const char *text, size_t len,
		   struct sdt_arg *ret);
/*
 * Parses a whole operand string. Returns the number of arguments, at most
 * SDT_ARG_MAX (more are left out). Their texts are in @arena.
 */
uint8_t sdt_args_parse(const struct sdt_arg_env *env, const char *text,
		       struct arena *arena, struct sdt_arg ret[SDT_ARG_MAX]);
/*
 * The next argument of the string at *@text, not terminated; NULL at the
 * end. Blanks inside brackets do not separate. *@text moves past it.
 */
const char *sdt_arg_next(const char **text, size_t *len_ret);

#endif
