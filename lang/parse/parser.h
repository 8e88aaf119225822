/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the files that read D text: lexer (lex.l, lex_*.c, control_line.c),
 * grammar (parse.y) and the functions that its actions call (tree.c, decl.c,
 * desc.c, provider.c). No other file includes it.
 */
#ifndef DTRACE_LANG_PARSE_PARSER_H
#define DTRACE_LANG_PARSE_PARSER_H

#include "base/text/diag.h"
#include "lang/ast.h"
#include "lang/compile_input.h"
#include "lang/parse/layout_attribute.h"

enum {
	LEX_NEST_MAX = 200,   /* nested brackets */
	NODE_DEPTH_MAX = 500, /* levels of a tree */
	DECL_MODIFIER_MAX = 64, /* stars, [] and () of one declarator */
};

enum keyword_kind {
	KEYWORD_NONE,
	KEYWORD_STORAGE,
	KEYWORD_QUALIFIER,
	KEYWORD_BASE,
	KEYWORD_TAG,
	KEYWORD_ITEM,
	KEYWORD_OPERATOR,
	KEYWORD_STATEMENT,
	KEYWORD_RESERVED,
	KEYWORD_SKIP,
	KEYWORD_SKIP_ARGS,
	KEYWORD_ATTRIBUTE,
};

/* The kind of the program's item that the lexer is in. */
enum lex_item {
	ITEM_NONE,	/* between items: the next word may be a description */
	ITEM_PREDICATE,
	ITEM_CLAUSE,	/* { } of a clause */
	ITEM_DECL,	/* ends at `;` */
	ITEM_PROVIDER,	/* ends at `}` */
	ITEM_TRANSLATOR,
};

/* Which patterns of lex.l apply. */
enum lex_patterns {
	LEX_OUTER, /* descriptions */
	LEX_CODE,  /* C tokens */
	LEX_NAME,  /* the word after `provider` and `probe` */
};

/* One open bracket. */
struct lex_frame {
	char open;	/* ( [ { or 0 at the bottom */
	uint32_t offset; /* of the bracket */
	bool type_seen;	/* the declaration has its type: names are declared;
			 * in an expression: a cast, sizeof, or `if (` */
	bool is_enum;	/* { of an enum */
	bool is_offsetof; /* ( of offsetof */
};

struct lexer {
	void *scanner;	/* of flex */
	uint32_t offset; /* of the next byte */
	bool is_static; /* `static` was read in this declaration */
	enum lex_patterns patterns;
	enum lex_item item;
	bool in_expr;	/* of a declaration: after = */
	int prev, prev2; /* the last two tokens handed out */
	bool closed_type; /* a cast may stand after the last `)` */
	int pending;	 /* token to hand out next, or 0 */
	struct lex_frame frames[LEX_NEST_MAX + 1];
	unsigned int frame_cnt; /* frames above the bottom */
	const char *tag_module; /* of the next tag: m in "m`struct s" */
	struct layout_attrs tag_attrs;	/* after `struct`, before the body */
	struct layout_attrs decl_attrs;	/* in a declaration or of a member */
	bool nest_reported;
	bool at_end;
};

/*
 * Whether mistakes are reported. One mistake makes the parser misread what
 * follows; what it finds there is seldom another.
 */
enum parse_state {
	PARSE_SURE,
	PARSE_SKIPPING, /* after a mistake, until the grammar recovers */
	PARSE_LOST,	/* until the lexer has left the item, too */
};

/*
 * A body of a type as it was read: attributes may follow its `}`. The arrays
 * are in the arena.
 */
struct closed_body {
	struct type *type; /* NULL: there was none */
	struct loc loc;
	const struct type_member *members;
	size_t member_cnt;
	struct type_layout layout;
};

/* `#pragma D attributes`, applied at the end of the text. */
struct pending_attr {
	struct loc loc;
	const char *provider;
	unsigned int which; /* 0 to PROVIDER_ATTR_CNT - 1 */
	struct stability value;
};

/* `#pragma D attributes` or `binding` of an identifier. */
struct pending_ident {
	struct loc loc;
	const char *name;
	const struct stability *attr; /* NULL: a `binding` */
};

struct parser {
	struct program *program;
	struct arena *arena; /* of the program */
	struct type_table *types;
	const struct lang_env *env;
	struct src *src;
	struct diag_list *diags; /* sure_diags, or &unsure_diags */
	struct diag_list *sure_diags;
	struct diag_list unsure_diags; /* unless PARSE_SURE; never shown */
	enum parse_state state;
	bool has_error; /* it was not always PARSE_SURE */
	bool is_lax;	/* -h and -G */
	struct lang_library *library; /* not NULL: this text is of it */
	bool is_unmet;	/* library: something that it depends on is missing */
	bool depth_reported;
	bool is_from_cpp; /* a cpp marker has been read */
	bool lacks_cpp; /* a line for cpp has been reported */
	bool in_system_header; /* cpp marker with flag 3 */
	unsigned int include_depth; /* from cpp markers with flags 1 and 2 */
	struct lexer lex;
	struct pack_state pack; /* #pragma pack */
	struct closed_body closed; /* the last body of a type */
	bool has_unknown_length; /* is_lax: of an array or bit-field of a member */
	struct strbuf decl_text;
	VEC(struct pending_attr) attrs;
	VEC(struct pending_ident) idents;
	struct provider_decl *provider;	 /* whose body is being read */
	struct probe_decl **probes_tail; /* of that provider */
	struct map probe_names;		 /* of that provider */
};

/* Reports "syntax error near ..." for the token at @loc, and skips. */
void parse_report_token(struct parser *p, struct loc loc);
void parse_set_state(struct parser *p, enum parse_state state);
/*
 * The grammar goes on after a part of an item of kind @item, and after an item.
 * Nothing is reported until the lexer is in the same place.
 */
void parse_end_part(struct parser *p, enum lex_item item);
void parse_end_item(struct parser *p);

/* ---- lexer: lex_context.c, lex.l */

union YYSTYPE;
int lex_next(union YYSTYPE *value, struct loc *loc, struct parser *p);
int lex_open(struct parser *p);
void lex_close(struct parser *p);
/* One token by the patterns alone; words are TOK_IDENT (lex.l). */
int lex_scan(union YYSTYPE *value, struct loc *loc, void *scanner);
/* Continues reading at @offset, inside the last match. */
void lex_seek(struct parser *p, uint32_t offset);
static inline struct lex_frame *lex_top_frame(struct parser *p)
{
	return &p->lex.frames[p->lex.frame_cnt];
}

/*
 * Gives the type of p->closed its layout, once more after an attribute
 * (decl_body.c).
 */
void body_lay_out(struct parser *p);

/* ---- what a word is: lex_word.c. Tokens come with their value set. */

/* KEYWORD_NONE: none; else *@token_ret is set. */
enum keyword_kind lex_keyword(const char *word, int *token_ret);
/* The first keyword whose token is @token. */
enum keyword_kind lex_token_kind(int token);
/* Whether @token, after @prev, names a type. */
bool lex_is_type_token(int token, int prev);
/*
 * Whether the `(` that was matched last encloses a declarator, as in
 * `int (*f)(int)` and `int (f)(int)`. Otherwise it encloses parameters.
 */
bool lex_opens_declarator(struct parser *p);
/* The next byte from @offset on that is not a blank or in a comment. */
uint32_t lex_peek_offset(const struct parser *p, uint32_t offset);
/* That byte after the last match; NUL: the end. */
char lex_peek(const struct parser *p);
/*
 * @word, or the name in D of what the macro of a C header (alloca, offsetof)
 * becomes.
 */
const char *lex_word_of_macro(const char *word);
/*
 * @word, or another name if it is a built-in of a later version than requested.
 */
const char *lex_word_of_version(const struct parser *p, const char *word);
/* The type @word of the program, the library or the kernel, or NULL. */
const struct type *lex_find_type(struct parser *p, const char *word);
/* Reports a type that does not exist, and returns one to continue with. */
const struct type *lex_unknown_type(struct parser *p, const char *word,
				    struct loc loc, bool is_quiet);
/* A word that is not a keyword, in an expression and in a declaration. */
int lex_expr_word(struct parser *p, union YYSTYPE *value, struct loc *loc);
int lex_decl_word(struct parser *p, union YYSTYPE *value, struct loc *loc);
/*
 * m`word: a type of module m where a type is possible, else a symbol. m`struct
 * s is read as struct m`s.
 */
int lex_scoped_word(struct parser *p, union YYSTYPE *value, struct loc *loc);
/* The tag after struct, with the module that preceded struct. */
int lex_tag_word(struct parser *p, union YYSTYPE *value);
/* A parameter may be called `self` or `string` in a provider definition. */
bool lex_keyword_is_name(struct parser *p, enum keyword_kind kind,
			 const char *word);
/* Words and symbols of a part of the text joined by single blanks
 * (joined_text.c). */
const char *lex_joined_text(struct parser *p, uint32_t begin, uint32_t end);

/* ---- values of constants: lex_value.c */

struct node *lex_integer(struct parser *p, struct loc loc, const char *text,
			 size_t len);
struct node *lex_character(struct parser *p, struct loc loc, const char *text,
			   size_t len);
struct node *lex_string(struct parser *p, struct loc loc, const char *text,
			size_t len);
/*
 * The text that replaces `$name`, `$1`, `$$1`; *@is_string_ret: it was written
 * with `$$`. NULL after an error.
 */
const char *lex_macro_text(struct parser *p, struct loc loc, const char *name,
			   size_t len, bool *is_string_ret);

/* ---- control lines: control_line.c */

void control_line(struct parser *p, struct loc loc);
void control_apply_attrs(struct parser *p);

/* ---- tree: tree.c */

struct node *node_new(struct parser *p, enum node_kind kind, struct loc loc);
struct node *node_unary(struct parser *p, enum op op, bool is_postfix,
			struct node *operand, struct loc loc);
struct node *node_binary(struct parser *p, enum node_kind kind, enum op op,
			 struct node *left, struct node *right);
struct node *node_cond(struct parser *p, struct node *cond, struct node *then,
		       struct node *els);
/* `base.5`: reports it and continues with @base. */
struct node *node_no_member(struct parser *p, struct node *base,
			    const char *op, struct loc loc);
struct node *node_cast(struct parser *p, const struct type *to,
		       struct node *operand, struct loc loc);
struct node *node_call(struct parser *p, struct node *callee,
		       struct node *args, struct loc loc);
struct node *node_index(struct parser *p, struct node *base,
			struct node *keys, struct loc loc);
struct node *node_name(struct parser *p, const char *name,
		       enum ident_kind scope, struct loc loc);
struct node *node_scoped_name(struct parser *p, const char *text,
			      struct loc loc);
struct node *node_stmt(struct parser *p, struct node *expr, struct loc loc);
struct node *node_if(struct parser *p, struct node *cond, struct node *then,
		     struct node *els, struct loc loc);
struct node_list {
	struct node *first, *last; /* both NULL: empty */
};

/* Appends @node (or nothing, NULL) to @list. */
struct node_list node_append(struct node_list list, struct node *node);
/* Checks the depth of @node, whose children are @a, @b, @c (or NULL). */
struct node *node_set_depth(struct parser *p, struct node *node,
			    const struct node *a, const struct node *b,
			    const struct node *c);
void clause_add(struct parser *p, struct loc loc, struct probe_spec *specs,
		struct node *predicate, struct node *stmts, bool has_body);

/* ---- descriptions: desc.c */

/*
 * Makes the description @text; a range of numbers becomes several, linked by
 * next.
 */
struct probe_spec *desc_parse(struct parser *p, struct loc loc,
			      const char *text);
struct probe_spec *desc_last(struct probe_spec *spec);

#endif
