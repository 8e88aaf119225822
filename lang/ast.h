/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tree that the parser builds from a D text and that the checker completes:
 * every node has a place; after checking every expression node also has a type,
 * every name points at its struct ident, and every implicit conversion is a
 * separate NODE_CAST (is_implicit).
 */
#ifndef DTRACE_LANG_AST_H
#define DTRACE_LANG_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text/diag.h"
#include "base/text/src.h"
#include "lang/type/type.h"

/* ------------------------------------------------------------ identifiers */

/* Flags of a row of lang/table/builtins.def. */
enum builtin_flag {
	BUILTIN_PROBE_ARG = 1, /* comes from the probe's context */
	BUILTIN_USER_MEM = 2,  /* reads user memory, may sleep */
	BUILTIN_RECORDS = 4,   /* records data, when it is a statement */
	BUILTIN_DESTRUCTIVE = 8, /* needs -w */
	BUILTIN_SPECULATES = 16, /* speculate() */
	BUILTIN_COMMITS = 32,  /* commit() */
	BUILTIN_DIRECT = 64,   /* a direct probe can have it: runtime/direct/ */
};

/* Row numbers of lang/table/builtins.def; derived, never written by hand. */
enum builtin_var {
#define VAR(name, type, flags) BUILTIN_##name,
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags)
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
	BUILTIN_VAR_CNT,
};

enum builtin_subr {
#define VAR(name, type, flags)
#define SUBR(name, proto, flags) SUBR_##name,
#define ACT(name, proto, flags)
#define AGG(name, proto, flags)
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
	SUBR_CNT,
};

enum action_kind {
#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags) ACT_##name,
#define AGG(name, proto, flags)
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
	ACT_CNT,
};

enum agg_func {
#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags) AGG_##name,
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
	AGG_CNT,
};

enum { AGG_PARAM_MAX = 4 };

enum ident_kind {
	IDENT_BUILTIN,	  /* built-in variable */
	IDENT_SUBR,	  /* subroutine: has a value */
	IDENT_ACTION,	  /* statement only */
	IDENT_AGGFUNC,	  /* right side of @x = */
	IDENT_GLOBAL,
	IDENT_SELF,
	IDENT_THIS,
	IDENT_AGG,
	IDENT_ENUMERATOR,
	IDENT_INLINE,
	IDENT_SYMBOL,	  /* kernel symbol, `name */
};

struct ident {
	enum ident_kind kind;
	const char *name;
	struct loc loc;		  /* of its first use or its declaration */
	const struct type *type;
	const char *scope_name;	  /* in program.scope, if created by use */
	bool is_implied; /* created by its use: infer_width.c */
	/* a global: mutable_globals.c */
	bool is_changed;
	bool is_counter; /* changed only by adding, and not read meanwhile */
	size_t use_cnt;	 /* by all clauses that fire meanwhile, in other ways */
	bool is_user_ptr;	  /* a variable that holds user addresses */
	bool has_ptr;		  /* one was assigned: is_user_ptr is fixed */
	/* a variable with a stack or an address: the subroutine it is of */
	bool has_addr;
	unsigned int addr_row;
	unsigned int row;	  /* enum builtin_var, builtin_subr, ... */
	unsigned int arg_more;	  /* row arg0: args[] only, argument number N */
	unsigned int id;	  /* per kind, in order of first appearance */
	unsigned int seq;	  /* number of clauses before it */
	/* associative array, aggregation: the key tuple */
	const struct type **key_types;
	const char **key_names;	  /* of an aggregation: the name of each key */
	/* of an aggregation: addr_row of each key; SUBR_CNT: has none */
	unsigned int *key_addr_rows;
	size_t key_cnt;
	bool is_assoc;		  /* is indexed by keys */
	/* aggregation */
	enum agg_func agg_func;
	int64_t agg_params[AGG_PARAM_MAX]; /* of lang/quantize_buckets.h */
	bool agg_is_printed;	  /* some printa names it */
	bool agg_is_truncated;	  /* while tracing: some trunc() names it */
	/* inline: a parameter is in key_types; uses are copies of the body */
	struct node *inline_body;
	const char **param_names; /* key_cnt */
	/* whether it, or an inline that it uses, names args */
	enum { ARGS_UNKNOWN, ARGS_UNUSED, ARGS_USED } args_use;
	bool is_expanding;	  /* a use of it is being checked */
	bool is_bad;		  /* its definition was reported */
	bool is_library;	  /* defined by the D library */
	const struct stability *attr; /* set by a pragma, or NULL */
	int64_t enum_value;	  /* SYMBOL: its kernel address */
};

/* ------------------------------------------------------------------ nodes */

/* Operators, one row each in lang/table/ops.def: OP(NAME, "spelling", arity). */
enum op {
#define OP(name, spelling, arity) OP_##name,
#include "lang/table/ops.def"
#undef OP
	OP_CNT,
};

enum node_kind {
	/* expressions */
	NODE_INT,	/* integer or character constant */
	NODE_STRING,	/* string constant */
	NODE_NAME,	/* variable, enumerator, this->x, self->x, `x */
	NODE_AGG,	/* @name or @name[keys] */
	NODE_INDEX,	/* base[keys] */
	NODE_MEMBER,	/* base.name, base->name */
	NODE_CALL,	/* name(args) */
	NODE_UNARY,	/* op operand, also ++ and -- */
	NODE_BINARY,	/* left op right */
	/*
	 * left op= right; op is OP_ASSIGN for =. After checking, right is the
	 * complete new value; unless op is OP_ASSIGN, it contains the node
	 * `left` itself once.
	 */
	NODE_ASSIGN,
	NODE_COND,	/* cond ? then : els */
	NODE_COMMA,	/* left, right */
	NODE_CAST,	/* (type)operand, also stringof */
	NODE_SIZEOF,	/* of a type or an expression */
	NODE_OFFSETOF,
	NODE_XLATE,
	/* statements */
	NODE_EXPR_STMT,	 /* an expression for its effect, incl. actions */
	NODE_AGG_STMT,	 /* @name[keys] = func(args); */
	NODE_IF_STMT,
	NODE_BLOCK_STMT, /* { ... } under an if */
};

/* Which memory a pointer's target is in. */
enum addr_space {
	SPACE_KERNEL,
	SPACE_USER,
	SPACE_SCRATCH,	/* D's own: string values, alloca, copyin results */
};

struct node {
	enum node_kind kind;
	struct loc loc;
	const struct type *type; /* set by the checker */
	struct node *next;	 /* next argument, key or statement */
	enum addr_space space;	 /* of the target of a pointer value */
	uint16_t depth;		 /* of the tree below; bounds recursion */
	union {
		struct {
			uint64_t value;
			unsigned char suffix; /* enum int_suffix bits */
			bool is_decimal;
		} integer;
		struct {
			const char *bytes; /* unescaped, NUL-terminated */
			size_t len;
		} string;
		struct {
			const char *name;
			/* of `name: "" or a module; or NULL */
			const char *module;
			/* GLOBAL, SELF, THIS or SYMBOL */
			enum ident_kind scope;
			struct ident *ident;
		} name;
		struct {
			const char *name;
			struct ident *ident;
			struct node *keys;
			size_t key_cnt;
		} agg;
		struct {
			struct node *base;
			struct node *keys;
			size_t key_cnt;
			bool is_call; /* of an inline, written f(keys) */
		} index;
		struct {
			struct node *base;
			const char *name;
			bool is_arrow;
			const struct type_member *member;
		} member;
		struct {
			const char *name;
			struct ident *ident;
			struct node *args;
			size_t arg_cnt;
		} call;
		struct {
			enum op op;
			bool is_postfix;
			struct node *operand;
		} unary;
		struct {
			enum op op;
			struct node *left, *right;
		} binary; /* also ASSIGN, COMMA */
		struct {
			struct node *cond, *then, *els;
		} cond;
		struct {
			const struct type *to;
			struct node *operand;
			bool is_implicit;
		} cast;
		struct {
			const struct type *of; /* or NULL: of operand */
			struct node *operand;
			const char *member;    /* OFFSETOF */
		} size;
		struct {
			const struct type *to;
			struct node *operand;
			const struct translator *translator; /* checked */
		} xlate; /* checked: only as the base of a member */
		struct {
			struct node *expr;
		} expr_stmt;
		struct {
			struct node *agg;  /* NODE_AGG */
			struct node *call; /* NODE_CALL of an AGGFUNC */
		} agg_stmt;
		struct {
			struct node *cond, *then, *els; /* els may be NULL */
		} if_stmt;
		struct {
			struct node *stmts;
		} block;
	};
};

enum int_suffix {
	SUFFIX_U = 1,
	SUFFIX_L = 2,
	SUFFIX_LL = 4,
};

/* --------------------------------------------------------------- programs */

/* A probe description, macros expanded; "" matches anything. */
struct probe_spec {
	struct probe_spec *next;
	struct loc loc;
	const char *provider, *module, *function, *name;
	const char *text;	/* as written, macros expanded */
	unsigned int part_cnt;	/* number of fields written: 1 to 4 */
	uint32_t id;		/* probe id when written as a number, or 0 */
	/*
	 * the process id at the end of the provider, as in glib2$target; or 0
	 */
	unsigned int pid_digits;
};

/* An inline with attributes, where a clause uses it. */
struct attr_use {
	struct attr_use *next;
	const struct ident *ident;
	struct loc loc;
};

struct lang_args; /* lang/compile_input.h */

struct clause {
	struct clause *next;
	struct loc loc;
	struct probe_spec *specs;
	struct node *predicate;	/* or NULL */
	struct node *stmts;	/* or NULL: the default action */
	bool has_body;		/* { } was written */
	unsigned int id;	/* order in the whole run, from 0 */
	const struct lang_args *args; /* borrowed; NULL: not resolved */
	struct attr_use *attr_uses; /* of inlines, which are replaced */
};

enum stability_level {
#define LEVEL(word) STABILITY_##word,
#define CLASS(word)
#include "lang/table/stability.def"
#undef LEVEL
#undef CLASS
	STABILITY_LEVEL_CNT,
};

enum stability_class {
#define LEVEL(word)
#define CLASS(word) CLASS_##word,
#include "lang/table/stability.def"
#undef LEVEL
#undef CLASS
	STABILITY_CLASS_CNT,
};

/* A Name/Data/Class triple; values are row numbers of lang/table/stability.def. */
struct stability {
	uint8_t name, data, class;
};

struct probe_param {
	struct probe_param *next;
	struct loc loc;
	const char *name;	  /* "" when not named */
	const struct type *type;  /* TYPE_UNKNOWN for an undeclared name */
	const char *type_text;	  /* as declared, blanks normalised */
	const char *decl_text;	  /* type and name as declared, for comments */
};

struct probe_decl {
	struct probe_decl *next;
	struct loc loc;
	const char *name;	  /* "__" kept */
	struct probe_param *native;
	size_t native_cnt;
	struct probe_param *translated; /* NULL when there is no `: (...)` */
	size_t translated_cnt;
	bool has_translated;
	uint8_t map[16];	  /* translated i is made from native map[i] */
};

enum { PROVIDER_ATTR_CNT = 5 }; /* provider module function name args */

struct provider_decl {
	struct provider_decl *next;
	struct loc loc;
	const char *name;
	struct probe_decl *probes; /* in file order */
	size_t probe_cnt;
	struct stability attrs[PROVIDER_ATTR_CNT];
};

struct pragma_option {
	struct pragma_option *next;
	struct loc loc;
	const char *name;
	const char *value; /* or NULL */
};

/* `member = expr;` of a translator. */
struct translation {
	struct translation *next;
	struct loc loc;
	const char *name;
	struct node *expr;	  /* never checked itself, only copies of it */
	bool is_bad;		  /* its definition was reported */
};

/* `translator OUT < IN name > { ... };` */
struct translator {
	struct translator *next;
	struct loc loc;
	const struct type *out, *in;
	const char *param;
	struct translation *members;
	unsigned int seq;	  /* number of clauses before it */
};

/* The definitions of one or more source texts, in order. */
struct program {
	struct arena *arena;		  /* borrowed */
	struct type_table *types;	  /* borrowed */
	struct clause *clauses, **clauses_tail;
	struct provider_decl *providers, **providers_tail;
	struct pragma_option *options, **options_tail;
	struct translator *translators, **translators_tail;
	struct lang_library
		*library; /* borrowed, or NULL: lang/library_lookup.h */
	/* variables and aggregations by id, in order of first appearance */
	VEC(struct ident *) globals;
	VEC(struct ident *) selfs;
	VEC(struct ident *) thiss;
	VEC(struct ident *) aggs;
	struct map scope; /* "x", "self x", "this x", "@x" -> struct ident */
	const char *decl_text; /* the type declarations, as C text, or "" */
	unsigned int clause_cnt;
	bool has_items;	       /* a declaration or clause was read */
};

#endif
