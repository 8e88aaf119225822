/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The grammar of D: programs and provider definitions. Its actions only call
 * functions that build the tree (tree.c), types (decl.c) and providers
 * (provider.c). The lexer decides what a word is (lex_context.c), so there is
 * only one conflict: `else` belongs to the nearest `if`.
 */
%code requires {
#include "lang/parse/decl.h"
#define YYLTYPE struct loc
}

%code {
static void yyerror(struct loc *loc, struct parser *p, const char *message);

#define yylex lex_next
int lex_next(YYSTYPE *value, struct loc *loc, struct parser *p);

#define YYLLOC_DEFAULT(current, rhs, n) \
	do { \
		if (n) \
			(current) = loc_join(YYRHSLOC(rhs, 1), \
					     YYRHSLOC(rhs, n)); \
		else \
			(current) = (struct loc){ \
				YYRHSLOC(rhs, 0).src, YYRHSLOC(rhs, 0).end, \
				YYRHSLOC(rhs, 0).end }; \
	} while (0)
#define YYMAXDEPTH 20000
}

%define api.pure full
%define api.token.prefix {TOK_}
%define parse.error custom
%locations
%param { struct parser *p }
%expect 0

%union {
	const char *text;
	struct node *node;
	const struct type *type;
	struct decl_specs *specs;
	struct declarator *declarator;
	struct param_list *params;
	struct probe_spec *desc;
	struct desc_list {
		struct probe_spec *first, *last;
	} descs;
	struct node_list list;
	struct body *body;
	unsigned int quals;
	enum type_kind kind;
	enum op op;
	struct decl_spec spec;
	struct decl_mod *mod;
	struct enumerator {
		const char *name;
		struct node *value;
	} enumerator;
	struct translation_list {
		struct translation *first, *last;
	} translations;
	struct param_parts {
		struct decl_specs *specs;
		struct declarator *declarator;
	} param;
}

%token <text> IDENT SCOPED AGG DESC NAME
%token <node> INTEGER STRING_CONST
%token <type> TYPE_NAME
%token PRED_OPEN PRED_CLOSE SKIPPED BAD RESERVED
%token CHAR CONST DOUBLE ELSE ENUM EXTERN FLOAT IF INLINE INT LONG OFFSETOF
%token PROBE PROVIDER SELF SHORT SIGNED SIZEOF STATIC STRING STRINGOF STRUCT
%token THIS TRANSLATOR TYPEDEF UNION UNSIGNED VOID VOLATILE XLATE BOOL
%token ATOMIC ATOMIC_OF INT128
%token ARROW INC DEC SHL SHR LE GE EQ NE LAND LXOR LOR ELLIPSIS
%token ADD_ASSIGN SUB_ASSIGN MUL_ASSIGN DIV_ASSIGN MOD_ASSIGN AND_ASSIGN
%token XOR_ASSIGN OR_ASSIGN SHL_ASSIGN SHR_ASSIGN

%destructor { body_drop($$); } <body>

%precedence NO_ELSE
%precedence ELSE
%left LOR
%left LXOR
%left LAND
%left '|'
%left '^'
%left '&'
%left EQ NE
%left '<' '>' LE GE
%left SHL SHR
%left '+' '-'
%left '*' '/' '%'

%type <desc> desc
%type <descs> desc_list
%type <list> stmts args args_opt
%type <node> predicate stmt branch expr assign cond binary cast unary
%type <node> postfix primary not_name
%type <op> assign_op unary_op
%type <specs> decl_specs
%type <spec> decl_spec tagged
%type <declarator> declarator direct_declarator declarator_list
%type <declarator> abstract direct_abstract member_declarator
%type <declarator> member_declarators
%type <mod> suffix
%type <params> params params_opt probe_params
%type <param> param
%type <translations> translations
%type <type> type_name
%type <body> struct_body enum_body
%type <enumerator> enumerator
%type <quals> qualifier qualifiers pointer
%type <kind> struct_kw
%type <text> tag

%%

program: items

items:
  %empty
| items item

item:
  clause			{ p->program->has_items = true; }
| not_clause			{
		p->program->has_items = true;
		parse_end_item(p);
	}
| SKIPPED
| ';'
| error ';'			{ parse_end_item(p); yyerrok; }
| error '}'			{ parse_end_item(p); yyerrok; }

not_clause: declaration | inline | translator | provider

/* ---------------------------------------------------------------- clauses */

clause:
  desc_list			{
		bool is_end = yychar == TOK_YYEOF;

		if (p->is_lax && !is_end)
			diag_error(p->diags, @1, "D_SYNTAX",
				   "syntax error near \"%s\"", $1.first->text);
		else if (p->env->form == DESC_FILE && !p->is_lax) {
			diag_error(p->diags, @1, "D_SYNTAX",
				   "expected predicate and/or actions "
				   "following probe description");
			parse_set_state(p, PARSE_LOST);
		}
		clause_add(p, @1, $1.first, NULL, NULL, false);
	}
| desc_list '{' stmts '}'	{
		clause_add(p, @1, $1.first, NULL, $3.first, true);
		parse_end_item(p);
	}
| desc_list predicate '{' stmts '}' {
		clause_add(p, @1, $1.first, $2, $4.first, true);
		parse_end_item(p);
	}

desc_list:
  desc				{
		$$ = (struct desc_list){ $1, desc_last($1) };
	}
| desc_list ',' desc		{
		$$ = $1;
		$$.last->next = $3;
		$$.last = desc_last($3);
	}

desc:
  DESC				{ $$ = desc_parse(p, @1, $1); }
| INTEGER			{
		$$ = desc_parse(p, @1, arena_printf(p->arena, "%llu",
			(unsigned long long)$1->integer.value));
	}

predicate:
  PRED_OPEN expr PRED_CLOSE	{ $$ = $2; }

stmts:
  %empty			{ $$ = (struct node_list){ NULL, NULL }; }
| stmts stmt			{ $$ = node_append($1, $2); }

stmt:
  ';'				{
		/* of the lexer, after `if (e)` or `else` */
		if (p->lex.pending == '}')
			diag_error(p->diags, @1, "D_SYNTAX",
				   "syntax error near \"}\"");
		$$ = NULL;
	}
| expr ';'			{ $$ = node_stmt(p, $1, @1); }
| IF '(' expr ')' branch %prec NO_ELSE {
		$$ = node_if(p, $3, $5, NULL, @$);
	}
| IF '(' expr ')' branch ELSE branch {
		$$ = node_if(p, $3, $5, $7, @$);
	}
| error ';'			{
		$$ = NULL;
		parse_end_part(p, ITEM_CLAUSE);
		yyerrok;
	}

branch:
  stmt
| '{' stmts '}'			{
		$$ = node_new(p, NODE_BLOCK_STMT, @$);
		$$->block.stmts = $2.first;
		node_set_depth(p, $$, $2.first, NULL, NULL);
	}

/* ------------------------------------------------------------ expressions */

expr:
  assign
| expr ',' assign		{
		$$ = node_binary(p, NODE_COMMA, OP_ASSIGN, $1, $3);
	}

assign:
  cond
| unary assign_op assign	{
		$$ = node_binary(p, NODE_ASSIGN, $2, $1, $3);
	}

assign_op:
  '='				{ $$ = OP_ASSIGN; }
| ADD_ASSIGN			{ $$ = OP_ADD; }
| SUB_ASSIGN			{ $$ = OP_SUB; }
| MUL_ASSIGN			{ $$ = OP_MUL; }
| DIV_ASSIGN			{ $$ = OP_DIV; }
| MOD_ASSIGN			{ $$ = OP_MOD; }
| AND_ASSIGN			{ $$ = OP_AND; }
| XOR_ASSIGN			{ $$ = OP_XOR; }
| OR_ASSIGN			{ $$ = OP_OR; }
| SHL_ASSIGN			{ $$ = OP_SHL; }
| SHR_ASSIGN			{ $$ = OP_SHR; }

cond:
  binary
| binary '?' expr ':' cond	{ $$ = node_cond(p, $1, $3, $5); }

binary:
  cast
| binary LOR binary	{ $$ = node_binary(p, NODE_BINARY, OP_LOR, $1, $3); }
| binary LXOR binary	{ $$ = node_binary(p, NODE_BINARY, OP_LXOR, $1, $3); }
| binary LAND binary	{ $$ = node_binary(p, NODE_BINARY, OP_LAND, $1, $3); }
| binary '|' binary	{ $$ = node_binary(p, NODE_BINARY, OP_OR, $1, $3); }
| binary '^' binary	{ $$ = node_binary(p, NODE_BINARY, OP_XOR, $1, $3); }
| binary '&' binary	{ $$ = node_binary(p, NODE_BINARY, OP_AND, $1, $3); }
| binary EQ binary	{ $$ = node_binary(p, NODE_BINARY, OP_EQ, $1, $3); }
| binary NE binary	{ $$ = node_binary(p, NODE_BINARY, OP_NE, $1, $3); }
| binary '<' binary	{ $$ = node_binary(p, NODE_BINARY, OP_LT, $1, $3); }
| binary '>' binary	{ $$ = node_binary(p, NODE_BINARY, OP_GT, $1, $3); }
| binary LE binary	{ $$ = node_binary(p, NODE_BINARY, OP_LE, $1, $3); }
| binary GE binary	{ $$ = node_binary(p, NODE_BINARY, OP_GE, $1, $3); }
| binary SHL binary	{ $$ = node_binary(p, NODE_BINARY, OP_SHL, $1, $3); }
| binary SHR binary	{ $$ = node_binary(p, NODE_BINARY, OP_SHR, $1, $3); }
| binary '+' binary	{ $$ = node_binary(p, NODE_BINARY, OP_ADD, $1, $3); }
| binary '-' binary	{ $$ = node_binary(p, NODE_BINARY, OP_SUB, $1, $3); }
| binary '*' binary	{ $$ = node_binary(p, NODE_BINARY, OP_MUL, $1, $3); }
| binary '/' binary	{ $$ = node_binary(p, NODE_BINARY, OP_DIV, $1, $3); }
| binary '%' binary	{ $$ = node_binary(p, NODE_BINARY, OP_MOD, $1, $3); }

cast:
  unary
| '(' type_name ')' cast	{ $$ = node_cast(p, $2, $4, @$); }

unary:
  postfix
| INC unary		{ $$ = node_unary(p, OP_INC, false, $2, @$); }
| DEC unary		{ $$ = node_unary(p, OP_DEC, false, $2, @$); }
| unary_op cast		{ $$ = node_unary(p, $1, false, $2, @$); }
| STRINGOF unary	{
		$$ = node_cast(p, type_base(p->types, BASE_STRING), $2, @$);
	}
| SIZEOF unary		{
		$$ = node_new(p, NODE_SIZEOF, @$);
		$$->size.operand = $2;
		node_set_depth(p, $$, $2, NULL, NULL);
	}
| SIZEOF '(' type_name ')' {
		$$ = node_new(p, NODE_SIZEOF, @$);
		$$->size.of = $3;
	}

unary_op:
  '!'				{ $$ = OP_NOT; }
| '~'				{ $$ = OP_COMPL; }
| '-'				{ $$ = OP_NEG; }
| '+'				{ $$ = OP_PLUS; }
| '*'				{ $$ = OP_DEREF; }
| '&'				{ $$ = OP_ADDROF; }

postfix:
  primary
| postfix '[' args ']'		{ $$ = node_index(p, $1, $3.first, @$); }
| postfix '(' args_opt ')'	{ $$ = node_call(p, $1, $3.first, @$); }
| postfix '.' IDENT		{
		$$ = node_new(p, NODE_MEMBER, @$);
		$$->member.base = $1;
		$$->member.name = $3;
		node_set_depth(p, $$, $1, NULL, NULL);
	}
| postfix ARROW IDENT		{
		$$ = node_new(p, NODE_MEMBER, @$);
		$$->member.base = $1;
		$$->member.name = $3;
		$$->member.is_arrow = true;
		node_set_depth(p, $$, $1, NULL, NULL);
	}
| postfix '.' not_name		{ $$ = node_no_member(p, $1, ".", $3->loc); }
| postfix ARROW not_name	{ $$ = node_no_member(p, $1, "->", $3->loc); }
| postfix INC		{ $$ = node_unary(p, OP_INC, true, $1, @$); }
| postfix DEC		{ $$ = node_unary(p, OP_DEC, true, $1, @$); }
| OFFSETOF '(' type_name ',' IDENT ')' {
		$$ = node_new(p, NODE_OFFSETOF, @$);
		$$->size.of = $3;
		$$->size.member = $5;
	}
| XLATE '<' type_name '>' '(' expr ')' {
		$$ = node_new(p, NODE_XLATE, @$);
		$$->xlate.to = $3;
		$$->xlate.operand = $6;
		node_set_depth(p, $$, $6, NULL, NULL);
	}

primary:
  IDENT			{ $$ = node_name(p, $1, IDENT_GLOBAL, @1); }
| SCOPED		{ $$ = node_scoped_name(p, $1, @1); }
| SELF ARROW IDENT	{ $$ = node_name(p, $3, IDENT_SELF, @$); }
| THIS ARROW IDENT	{ $$ = node_name(p, $3, IDENT_THIS, @$); }
| INTEGER
| STRING_CONST
| AGG			{
		$$ = node_new(p, NODE_AGG, @1);
		$$->agg.name = $1;
	}
| '(' expr ')'		{ $$ = $2; }

not_name: INTEGER | STRING_CONST;

args_opt:
  %empty			{ $$ = (struct node_list){ NULL, NULL }; }
| args

args:
  assign			{ $$ = (struct node_list){ $1, $1 }; }
| args ',' assign		{ $$ = node_append($1, $3); }

/* ----------------------------------------------------------- declarations */

declaration:
  decl_specs ';'			{ decl_finish(p, $1, NULL, @$); }
| decl_specs declarator_list ';'	{ decl_finish(p, $1, $2, @$); }
| decl_specs declarator '{' '}'		/* a function of a header file */

declarator_list:
  declarator
| declarator_list ',' declarator	{
		$$ = $1;
		*$$->list_tail = $3;
		$$->list_tail = &$3->next;
	}

decl_specs:
  decl_spec			{
		$$ = decl_specs_new(p, @1);
		decl_add_spec(p, $$, $1, @1);
	}
| decl_specs decl_spec		{
		$1->loc = @$;
		decl_add_spec(p, $1, $2, @2);
	}

decl_spec:
  TYPEDEF	{ $$ = (struct decl_spec){ .storage = STORAGE_TYPEDEF }; }
| EXTERN	{ $$ = (struct decl_spec){ .storage = STORAGE_EXTERN }; }
| STATIC	{ $$ = (struct decl_spec){ .storage = STORAGE_STATIC }; }
| SELF		{ $$ = (struct decl_spec){ .storage = STORAGE_SELF }; }
| THIS		{ $$ = (struct decl_spec){ .storage = STORAGE_THIS }; }
| qualifier	{ $$ = (struct decl_spec){ .quals = $1 }; }
| VOID		{ $$ = (struct decl_spec){ .word = WORD_VOID }; }
| CHAR		{ $$ = (struct decl_spec){ .word = WORD_CHAR }; }
| SHORT		{ $$ = (struct decl_spec){ .word = WORD_SHORT }; }
| INT		{ $$ = (struct decl_spec){ .word = WORD_INT }; }
| LONG		{ $$ = (struct decl_spec){ .word = WORD_LONG }; }
| INT128	{ $$ = (struct decl_spec){ .word = WORD_INT128 }; }
| FLOAT		{ $$ = (struct decl_spec){ .word = WORD_FLOAT }; }
| DOUBLE	{ $$ = (struct decl_spec){ .word = WORD_DOUBLE }; }
| SIGNED	{ $$ = (struct decl_spec){ .word = WORD_SIGNED }; }
| UNSIGNED	{ $$ = (struct decl_spec){ .word = WORD_UNSIGNED }; }
| BOOL		{ $$ = (struct decl_spec){ .word = WORD_BOOL }; }
| STRING	{ $$ = (struct decl_spec){ .word = WORD_STRING }; }
| TYPE_NAME	{ $$ = (struct decl_spec){ .type = $1 }; }
| ATOMIC_OF '(' type_name ')' {
		$$ = (struct decl_spec){ .type = $3 };
	}
| tagged

qualifier:
  CONST				{ $$ = QUAL_CONST; }
| VOLATILE			{ $$ = QUAL_VOLATILE; }
| ATOMIC			{ $$ = QUAL_VOLATILE; }

tagged:
  struct_kw tag			{
		$$ = (struct decl_spec){ .type = decl_tagged(p, $1, $2, @2) };
	}
| ENUM tag			{
		$$ = (struct decl_spec){
			.type = decl_tagged(p, TYPE_ENUM, $2, @2) };
	}
| struct_body '}'		{
		$$ = (struct decl_spec){ .type = body_end(p, $1),
					 .is_definition = true };
	}
| struct_body decl_specs member_declarators '}' {
		diag_error(p->diags, @4, "D_SYNTAX", "syntax error near \"}\""
			   ": the ; that ends the member is missing");
		body_add_members(p, $1, $2, $3);
		$$ = (struct decl_spec){ .type = body_end(p, $1),
					 .is_definition = true };
	}
| enum_body comma_opt '}'	{
		$$ = (struct decl_spec){ .type = body_end(p, $1),
					 .is_definition = true };
	}

struct_kw:
  STRUCT			{ $$ = TYPE_STRUCT; }
| UNION				{ $$ = TYPE_UNION; }

tag:
  IDENT
| SCOPED

struct_body:
  struct_kw '{'			{ $$ = body_begin(p, $1, NULL, @1); }
| struct_kw tag '{'		{ $$ = body_begin(p, $1, $2, @2); }
| struct_body decl_specs ';'	{
		$$ = $1;
		body_add_members(p, $$, $2, NULL);
	}
| struct_body decl_specs member_declarators ';' {
		$$ = $1;
		body_add_members(p, $$, $2, $3);
	}
| struct_body ';'		{ $$ = $1; }
| struct_body error ';'		{
		$$ = $1;
		parse_end_part(p, ITEM_DECL);
		yyerrok;
	}

member_declarators:
  member_declarator
| member_declarators ',' member_declarator {
		$$ = $1;
		*$$->list_tail = $3;
		$$->list_tail = &$3->next;
	}

member_declarator:
  declarator
| declarator ':' cond		{ $1->bits = $3; }
| ':' cond			{
		$$ = declarator_new(p, NULL, @1);
		$$->bits = $2;
	}

enum_body:
  ENUM '{' enumerator		{
		$$ = body_begin(p, TYPE_ENUM, NULL, @1);
		body_add_enumerator(p, $$, $3.name, @3, $3.value);
	}
| ENUM tag '{' enumerator	{
		$$ = body_begin(p, TYPE_ENUM, $2, @2);
		body_add_enumerator(p, $$, $4.name, @4, $4.value);
	}
| enum_body ',' enumerator	{
		$$ = $1;
		body_add_enumerator(p, $$, $3.name, @3, $3.value);
	}

enumerator:
  IDENT				{ $$ = (struct enumerator){ $1, NULL }; }
| IDENT '=' cond		{ $$ = (struct enumerator){ $1, $3 }; }

comma_opt:
  %empty
| ','

/* ------------------------------------------------------------ declarators */

pointer:
  '*'				{ $$ = 0; }
| '*' qualifiers		{ $$ = $2; }

qualifiers:
  qualifier
| qualifiers qualifier		{ $$ = $1 | $2; }

declarator:
  direct_declarator
| pointer declarator		{
		$$ = $2;
		declarator_add(p, $$, MOD_POINTER)->quals = $1;
	}

direct_declarator:
  IDENT				{ $$ = declarator_new(p, $1, @1); }
| SCOPED			{
		diag_error(p->diags, @1, "D_DECL_SCOPE",
			   "invalid scope specifier on %s", $1);
		$$ = declarator_new(p, $1, @1);
	}
| '(' declarator ')'		{ $$ = $2; }
| direct_declarator suffix	{ $$ = declarator_join(p, $1, $2); }

abstract:
  pointer			{
		$$ = declarator_new(p, NULL, @1);
		declarator_add(p, $$, MOD_POINTER)->quals = $1;
	}
| direct_abstract
| pointer abstract		{
		$$ = $2;
		declarator_add(p, $$, MOD_POINTER)->quals = $1;
	}

direct_abstract:
  '(' abstract ')'		{ $$ = $2; }
| suffix			{
		$$ = declarator_join(p, declarator_new(p, NULL, @1), $1);
	}
| direct_abstract suffix	{ $$ = declarator_join(p, $1, $2); }

suffix:
  '[' ']'			{ $$ = decl_mod_new(p, MOD_ARRAY); }
| '[' cond ']'			{
		$$ = decl_mod_new(p, MOD_ARRAY);
		$$->elem_cnt = $2;
	}
| '[' params ']'		{
		$$ = decl_mod_new(p, MOD_ARRAY);
		$$->params = $2;
	}
| '[' params ',' ELLIPSIS ']'	{
		diag_error(p->diags, @4, "D_DECL_PROTO_VARARGS",
			   "keys can't be a variable argument list");
		$$ = decl_mod_new(p, MOD_ARRAY);
		$$->params = $2;
	}
| '(' params_opt ')'		{
		$$ = decl_mod_new(p, MOD_FUNCTION);
		$$->params = $2;
	}

params_opt:
  %empty			{ $$ = param_list_new(p, @$); }
| params
| params ',' ELLIPSIS		{ $$ = $1; $$->is_variadic = true; }
| ELLIPSIS			{
		$$ = param_list_new(p, @1);
		$$->is_variadic = true;
	}

params:
  param				{
		$$ = param_list_new(p, @1);
		param_add(p, $$, $1.specs, $1.declarator, @1);
	}
| params ',' param		{
		$$ = $1;
		param_add(p, $$, $3.specs, $3.declarator, @3);
	}

param:
  decl_specs			{ $$ = (struct param_parts){ $1, NULL }; }
| decl_specs declarator		{ $$ = (struct param_parts){ $1, $2 }; }
| decl_specs abstract		{ $$ = (struct param_parts){ $1, $2 }; }

type_name:
  decl_specs			{ $$ = decl_type(p, $1, NULL); }
| decl_specs abstract		{ $$ = decl_type(p, $1, $2); }

/* ------------------------------------------------ inlines and translators */

inline:
  INLINE decl_specs declarator '=' assign ';' {
		inline_add(p, $2, $3, $5);
	}

translator:
  TRANSLATOR type_name '<' param '>' '{' translations '}' {
		translator_add(p, loc_join(@1, @5), $2, $4.specs,
			       $4.declarator, $7.first);
	}

translations:
  %empty			{
		$$ = (struct translation_list){ NULL, NULL };
	}
| translations IDENT '=' assign ';' {
		struct translation *one = translation_new(p, $2, $4, @2);

		$$ = $1;
		if ($$.last)
			$$.last->next = one;
		else
			$$.first = one;
		$$.last = one;
	}
| translations error ';'	{
		$$ = $1;
		parse_end_part(p, ITEM_TRANSLATOR);
		yyerrok;
	}

/* -------------------------------------------------------------- providers */

provider:
  provider_head '{' probes '}'

provider_head:
  PROVIDER NAME			{ provider_begin(p, $2, @2); }

probes:
  %empty
| probes probe
| probes ';'
| probes error ';'		{
		parse_end_part(p, ITEM_PROVIDER);
		yyerrok;
	}

probe:
  PROBE NAME probe_params	{
		provider_add_probe(p, $2, @2, $3, NULL);
	}
| PROBE NAME probe_params ':' probe_params {
		provider_add_probe(p, $2, @2, $3, $5);
	}

probe_params:
  '(' params_opt ')'		{ $$ = $2; $$->loc = @$; }

%%

/* Only called when YYMAXDEPTH is reached; else yyreport_syntax_error(). */
static void yyerror(struct loc *loc, struct parser *p, const char *message)
{
	(void)message;
	diag_error(p->diags, *loc, "D_SYNTAX", "the text is nested too deeply");
}

static int yyreport_syntax_error(const yypcontext_t *context,
				 struct parser *p)
{
	parse_report_token(p, *yypcontext_location(context));
	return 0;
}
