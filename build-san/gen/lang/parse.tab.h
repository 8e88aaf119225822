/* A Bison parser, made by GNU Bison 3.8.2.  */

/* Bison interface for Yacc-like parsers in C

   Copyright (C) 1984, 1989-1990, 2000-2015, 2018-2021 Free Software Foundation,
   Inc.

   This program is free software: you can redistribute it and/or modify
   it under the terms of the GNU General Public License as published by
   the Free Software Foundation, either version 3 of the License, or
   (at your option) any later version.

   This program is distributed in the hope that it will be useful,
   but WITHOUT ANY WARRANTY; without even the implied warranty of
   MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the
   GNU General Public License for more details.

   You should have received a copy of the GNU General Public License
   along with this program.  If not, see <https://www.gnu.org/licenses/>.  */

/* As a special exception, you may create a larger work that contains
   part or all of the Bison parser skeleton and distribute that work
   under terms of your choice, so long as that work isn't itself a
   parser generator using the skeleton or a modified version thereof
   as a parser skeleton.  Alternatively, if you modify or redistribute
   the parser skeleton itself, you may (at your option) remove this
   special exception, which will cause the skeleton and the resulting
   Bison output files to be licensed under the GNU General Public
   License without this special exception.

   This special exception was added by the Free Software Foundation in
   version 2.2 of Bison.  */

/* DO NOT RELY ON FEATURES THAT ARE NOT DOCUMENTED in the manual,
   especially those whose name start with YY_ or yy_.  They are
   private implementation details that can be changed or removed.  */

#ifndef YY_YY_TMP_W_LANG_BUILD_SAN_GEN_LANG_PARSE_TAB_H_INCLUDED
# define YY_YY_TMP_W_LANG_BUILD_SAN_GEN_LANG_PARSE_TAB_H_INCLUDED
/* Debug traces.  */
#ifndef YYDEBUG
# define YYDEBUG 0
#endif
#if YYDEBUG
extern int yydebug;
#endif
/* "%code requires" blocks.  */
#line 8 "lang/parse.y"

#include "lang/decl.h"
#define YYLTYPE struct loc

#line 54 "/tmp/w/lang/build-san/gen/lang/parse.tab.h"

/* Token kinds.  */
#ifndef YYTOKENTYPE
# define YYTOKENTYPE
  enum yytokentype
  {
    TOK_YYEMPTY = -2,
    TOK_YYEOF = 0,                 /* "end of file"  */
    TOK_YYerror = 256,             /* error  */
    TOK_YYUNDEF = 257,             /* "invalid token"  */
    TOK_IDENT = 258,               /* IDENT  */
    TOK_SCOPED = 259,              /* SCOPED  */
    TOK_AGG = 260,                 /* AGG  */
    TOK_DESC = 261,                /* DESC  */
    TOK_NAME = 262,                /* NAME  */
    TOK_INTEGER = 263,             /* INTEGER  */
    TOK_STRING_CONST = 264,        /* STRING_CONST  */
    TOK_TYPE_NAME = 265,           /* TYPE_NAME  */
    TOK_PRED_OPEN = 266,           /* PRED_OPEN  */
    TOK_PRED_CLOSE = 267,          /* PRED_CLOSE  */
    TOK_SKIPPED = 268,             /* SKIPPED  */
    TOK_BAD = 269,                 /* BAD  */
    TOK_RESERVED = 270,            /* RESERVED  */
    TOK_CHAR = 271,                /* CHAR  */
    TOK_CONST = 272,               /* CONST  */
    TOK_DOUBLE = 273,              /* DOUBLE  */
    TOK_ELSE = 274,                /* ELSE  */
    TOK_ENUM = 275,                /* ENUM  */
    TOK_EXTERN = 276,              /* EXTERN  */
    TOK_FLOAT = 277,               /* FLOAT  */
    TOK_IF = 278,                  /* IF  */
    TOK_INLINE = 279,              /* INLINE  */
    TOK_INT = 280,                 /* INT  */
    TOK_LONG = 281,                /* LONG  */
    TOK_OFFSETOF = 282,            /* OFFSETOF  */
    TOK_PROBE = 283,               /* PROBE  */
    TOK_PROVIDER = 284,            /* PROVIDER  */
    TOK_SELF = 285,                /* SELF  */
    TOK_SHORT = 286,               /* SHORT  */
    TOK_SIGNED = 287,              /* SIGNED  */
    TOK_SIZEOF = 288,              /* SIZEOF  */
    TOK_STATIC = 289,              /* STATIC  */
    TOK_STRING = 290,              /* STRING  */
    TOK_STRINGOF = 291,            /* STRINGOF  */
    TOK_STRUCT = 292,              /* STRUCT  */
    TOK_THIS = 293,                /* THIS  */
    TOK_TRANSLATOR = 294,          /* TRANSLATOR  */
    TOK_TYPEDEF = 295,             /* TYPEDEF  */
    TOK_UNION = 296,               /* UNION  */
    TOK_UNSIGNED = 297,            /* UNSIGNED  */
    TOK_VOID = 298,                /* VOID  */
    TOK_VOLATILE = 299,            /* VOLATILE  */
    TOK_XLATE = 300,               /* XLATE  */
    TOK_BOOL = 301,                /* BOOL  */
    TOK_ARROW = 302,               /* ARROW  */
    TOK_INC = 303,                 /* INC  */
    TOK_DEC = 304,                 /* DEC  */
    TOK_SHL = 305,                 /* SHL  */
    TOK_SHR = 306,                 /* SHR  */
    TOK_LE = 307,                  /* LE  */
    TOK_GE = 308,                  /* GE  */
    TOK_EQ = 309,                  /* EQ  */
    TOK_NE = 310,                  /* NE  */
    TOK_LAND = 311,                /* LAND  */
    TOK_LXOR = 312,                /* LXOR  */
    TOK_LOR = 313,                 /* LOR  */
    TOK_ELLIPSIS = 314,            /* ELLIPSIS  */
    TOK_ADD_ASSIGN = 315,          /* ADD_ASSIGN  */
    TOK_SUB_ASSIGN = 316,          /* SUB_ASSIGN  */
    TOK_MUL_ASSIGN = 317,          /* MUL_ASSIGN  */
    TOK_DIV_ASSIGN = 318,          /* DIV_ASSIGN  */
    TOK_MOD_ASSIGN = 319,          /* MOD_ASSIGN  */
    TOK_AND_ASSIGN = 320,          /* AND_ASSIGN  */
    TOK_XOR_ASSIGN = 321,          /* XOR_ASSIGN  */
    TOK_OR_ASSIGN = 322,           /* OR_ASSIGN  */
    TOK_SHL_ASSIGN = 323,          /* SHL_ASSIGN  */
    TOK_SHR_ASSIGN = 324,          /* SHR_ASSIGN  */
    TOK_NO_ELSE = 325              /* NO_ELSE  */
  };
  typedef enum yytokentype yytoken_kind_t;
#endif

/* Value type.  */
#if ! defined YYSTYPE && ! defined YYSTYPE_IS_DECLARED
union YYSTYPE
{
#line 39 "lang/parse.y"

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

#line 172 "/tmp/w/lang/build-san/gen/lang/parse.tab.h"

};
typedef union YYSTYPE YYSTYPE;
# define YYSTYPE_IS_TRIVIAL 1
# define YYSTYPE_IS_DECLARED 1
#endif

/* Location type.  */
#if ! defined YYLTYPE && ! defined YYLTYPE_IS_DECLARED
typedef struct YYLTYPE YYLTYPE;
struct YYLTYPE
{
  int first_line;
  int first_column;
  int last_line;
  int last_column;
};
# define YYLTYPE_IS_DECLARED 1
# define YYLTYPE_IS_TRIVIAL 1
#endif




int yyparse (struct parser *p);


#endif /* !YY_YY_TMP_W_LANG_BUILD_SAN_GEN_LANG_PARSE_TAB_H_INCLUDED  */
