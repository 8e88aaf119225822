/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the language stages need from outside: command line, options and the
 * values of macro variables. All of it is borrowed and read-only, except
 * args_used, in which references to `$N` are noted.
 */
#ifndef DTRACE_LANG_COMPILE_INPUT_H
#define DTRACE_LANG_COMPILE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pragma_option;
struct stability;

enum lang_macro {
#define MACRO(name) MACRO_##name,
#include "lang/table/macros.def"
#undef MACRO
	MACRO_CNT,
};

/* The field to which the last part of a description belongs, by option. */
enum desc_form {
	DESC_FILE,	/* a script: right-aligned, a body is required */
	DESC_PROVIDER,	/* -P */
	DESC_MODULE,	/* -m */
	DESC_FUNCTION,	/* -f */
	DESC_NAME,	/* -n */
	DESC_ID,	/* -i */
};

struct clause;
struct type;

/*
 * The types of args[] in a clause, which are determined with its probes, before
 * the clause is checked. Texts are borrowed.
 */
struct lang_args {
	int err; /* 0; -ENOENT: no probes; -EMLINK: the probes differ */
	const char *const *types; /* cnt C texts, "const char *" */
	size_t cnt;
	const uint8_t *map; /* args[i] is arg<map[i]>; NULL: arg<i> */
	/*
	 * The types of argN, if a translator converts them to `types`, or if
	 * argN points to `types`; or NULL.
	 */
	const struct type *const *natives;
	const char *decls;  /* C declarations that they need, or NULL */
	bool is_user; /* its pointers are addresses of the traced process */
	uint32_t mixed; /* bit i: the type of args[i] is not that of all probes */
	uint32_t mixed_decls; /* its text is, but `decls` of some differ */
	const char *why_none; /* why there are no probes, or NULL */
};

struct lang_env {
	enum desc_form form;
	bool is_pspec;	      /* -x pspec: `int*` is a description */
	bool is_preprocessed; /* a definition comes from cpp: no # comments */
	bool allows_empty;    /* -x empty */
	bool default_args;    /* -x defaultargs: undefined `$N` is 0 or "" */
	bool allows_unused_args; /* -x argref */
	uint32_t version; /* -x version: newer names are free; 0: none are */
	const struct stability *least_stability; /* -x amin, or NULL */
	uint64_t scratchsize_bytes; /* -x scratchsize; 0: not known */
	int64_t macros[MACRO_CNT];
	const char *const *args; /* `$0`, `$1` ... */
	size_t arg_cnt;
	bool *args_used; /* arg_cnt elements, or NULL */
	/* NULL, or called for each `#pragma D option` as soon as it is read */
	void (*option_seen)(void *ctx, const struct pragma_option *option);
	void *ctx;
};

#endif
