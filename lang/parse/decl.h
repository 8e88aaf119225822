/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Declarations while they are parsed: what the grammar collects (specifiers,
 * declarators, parameters), and the functions that turn it into types,
 * variables and members. Private to the parser.
 */
#ifndef DTRACE_LANG_PARSE_DECL_H
#define DTRACE_LANG_PARSE_DECL_H

#include "lang/parse/parser.h"

enum decl_storage {
	STORAGE_NONE,
	STORAGE_TYPEDEF,
	STORAGE_EXTERN,
	STORAGE_STATIC,
	STORAGE_SELF,
	STORAGE_THIS,
};

/* Words of a base type: how often each was written. */
enum decl_word {
	WORD_NONE, WORD_VOID, WORD_CHAR, WORD_SHORT, WORD_INT, WORD_LONG, WORD_FLOAT,
	WORD_DOUBLE, WORD_SIGNED, WORD_UNSIGNED, WORD_BOOL, WORD_STRING, WORD_INT128,
	WORD_CNT,
};

/* One specifier; exactly one field is set. */
struct decl_spec {
	enum decl_storage storage;
	unsigned int quals;
	enum decl_word word;
	const struct type *type;
	bool is_definition; /* with type: struct, union or enum with a body */
};

struct decl_specs {
	struct loc loc;
	enum decl_storage storage;
	unsigned int quals;
	uint8_t words[WORD_CNT];
	bool has_words;
	bool is_definition;	  /* struct, union, enum with a body */
	const struct type *type;  /* of a typedef name or a tag */
	const struct type *made;  /* cached result */
};

enum decl_mod_kind { MOD_POINTER, MOD_ARRAY, MOD_FUNCTION };

struct param_list;

/* One step from the name outwards: a star, a [] or a (). */
struct decl_mod {
	struct decl_mod *next;
	enum decl_mod_kind kind;
	unsigned int quals;	   /* POINTER */
	struct node *elem_cnt;	   /* ARRAY; NULL for [] */
	struct param_list *params; /* FUNCTION; ARRAY: keys [int, string] */
};

struct declarator {
	struct declarator *next;
	struct declarator **list_tail; /* of the list this one begins */
	struct loc loc;
	const char *name; /* NULL: abstract */
	struct decl_mod *mods, **mods_tail; /* nearest to the name first */
	unsigned int mod_cnt;
	struct node *bits; /* width of a bit-field, or NULL */
};

struct param {
	struct param *next;
	struct loc loc;
	struct decl_specs *specs;
	struct declarator *declarator; /* or NULL */
	const struct type *type;
};

struct param_list {
	struct param *first, **tail;
	size_t cnt;
	bool is_variadic;
	struct loc loc;
};

/* A struct, union or enum body under construction. */
struct body {
	struct type *type;
	struct loc loc;
	VEC(struct type_member) members;
	VEC(struct layout_attrs) member_attrs; /* as many */
	struct layout_attrs attrs; /* from before the body */
	struct layout_attrs outer; /* of the declaration that it is in */
	VEC(struct type_enumerator) enumerators;
	int64_t next_value; /* of the next enumerator */
};

struct decl_specs *decl_specs_new(struct parser *p, struct loc loc);
void decl_add_spec(struct parser *p, struct decl_specs *specs,
		   struct decl_spec spec, struct loc loc);
/* The type of the specifiers alone. Never NULL. */
const struct type *decl_base(struct parser *p, struct decl_specs *specs);

struct declarator *declarator_new(struct parser *p, const char *name,
				  struct loc loc);
struct decl_mod *decl_mod_new(struct parser *p, enum decl_mod_kind kind);
/* Puts @mod outermost; returns @d. */
struct declarator *declarator_join(struct parser *p, struct declarator *d,
				   struct decl_mod *mod);
/* A new outermost step. */
struct decl_mod *declarator_add(struct parser *p, struct declarator *d,
				enum decl_mod_kind kind);
/* The type of @declarator (or NULL) with @specs. Never NULL. */
const struct type *decl_type(struct parser *p, struct decl_specs *specs,
			     struct declarator *declarator);

struct param_list *param_list_new(struct parser *p, struct loc loc);
/* void stands alone and has no name. */
void decl_check_params(struct parser *p, const struct param_list *list);
void param_add(struct parser *p, struct param_list *list,
	       struct decl_specs *specs, struct declarator *declarator,
	       struct loc loc);

/* `specs a, *b;` outside of clauses. */
void decl_finish(struct parser *p, struct decl_specs *specs,
		 struct declarator *list, struct loc loc);

/* `inline specs declarator = body;` */
void inline_add(struct parser *p, struct decl_specs *specs,
		struct declarator *declarator, struct node *body);

/* ---- translators: xlate.c */

struct translation *translation_new(struct parser *p, const char *name,
				    struct node *expr, struct loc loc);
/* `translator out < specs declarator > { members }` */
void translator_add(struct parser *p, struct loc loc, const struct type *out,
		    struct decl_specs *specs, struct declarator *declarator,
		    struct translation *members);

/* ---- bodies: decl_body.c */

struct body *body_begin(struct parser *p, enum type_kind kind,
			const char *tag, struct loc loc);
void body_add_members(struct parser *p, struct body *body,
		      struct decl_specs *specs, struct declarator *list);
void body_add_enumerator(struct parser *p, struct body *body,
			 const char *name, struct loc loc, struct node *value);
/* Completes the type; frees @body. */
const struct type *body_end(struct parser *p, struct body *body);
/*
 * The type that a declaration with attributes gives its name; an incomplete
 * one if they are not supported.
 */
const struct type *attributed_type(struct parser *p, const struct type *type,
				   const struct layout_attrs *attrs);
void body_drop(struct body *body);
/* `struct tag` without a body. */
const struct type *decl_tagged(struct parser *p, enum type_kind kind,
			       const char *tag, struct loc loc);

/* ---- provider definitions: provider.c */

void provider_begin(struct parser *p, const char *name, struct loc loc);
void provider_add_probe(struct parser *p, const char *name, struct loc loc,
			struct param_list *native,
			struct param_list *translated);

#endif
