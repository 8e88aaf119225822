/* A Bison parser, made by GNU Bison 3.8.2.  */

/* Bison implementation for Yacc-like parsers in C

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

/* C LALR(1) parser skeleton written by Richard Stallman, by
   simplifying the original so-called "semantic" parser.  */

/* DO NOT RELY ON FEATURES THAT ARE NOT DOCUMENTED in the manual,
   especially those whose name start with YY_ or yy_.  They are
   private implementation details that can be changed or removed.  */

/* All symbols defined below should begin with yy or YY, to avoid
   infringing on user name space.  This should be done even for local
   variables, as they might otherwise be expanded by user macros.
   There are some unavoidable exceptions within include files to
   define necessary library symbols; they are noted "INFRINGES ON
   USER NAME SPACE" below.  */

/* Identify Bison output, and Bison version.  */
#define YYBISON 30802

/* Bison version string.  */
#define YYBISON_VERSION "3.8.2"

/* Skeleton name.  */
#define YYSKELETON_NAME "yacc.c"

/* Pure parsers.  */
#define YYPURE 2

/* Push parsers.  */
#define YYPUSH 0

/* Pull parsers.  */
#define YYPULL 1





# ifndef YY_CAST
#  ifdef __cplusplus
#   define YY_CAST(Type, Val) static_cast<Type> (Val)
#   define YY_REINTERPRET_CAST(Type, Val) reinterpret_cast<Type> (Val)
#  else
#   define YY_CAST(Type, Val) ((Type) (Val))
#   define YY_REINTERPRET_CAST(Type, Val) ((Type) (Val))
#  endif
# endif
# ifndef YY_NULLPTR
#  if defined __cplusplus
#   if 201103L <= __cplusplus
#    define YY_NULLPTR nullptr
#   else
#    define YY_NULLPTR 0
#   endif
#  else
#   define YY_NULLPTR ((void*)0)
#  endif
# endif

#include "parse.tab.h"
/* Symbol kind.  */
enum yysymbol_kind_t
{
  YYSYMBOL_YYEMPTY = -2,
  YYSYMBOL_YYEOF = 0,                      /* "end of file"  */
  YYSYMBOL_YYerror = 1,                    /* error  */
  YYSYMBOL_YYUNDEF = 2,                    /* "invalid token"  */
  YYSYMBOL_IDENT = 3,                      /* IDENT  */
  YYSYMBOL_SCOPED = 4,                     /* SCOPED  */
  YYSYMBOL_AGG = 5,                        /* AGG  */
  YYSYMBOL_DESC = 6,                       /* DESC  */
  YYSYMBOL_NAME = 7,                       /* NAME  */
  YYSYMBOL_INTEGER = 8,                    /* INTEGER  */
  YYSYMBOL_STRING_CONST = 9,               /* STRING_CONST  */
  YYSYMBOL_TYPE_NAME = 10,                 /* TYPE_NAME  */
  YYSYMBOL_PRED_OPEN = 11,                 /* PRED_OPEN  */
  YYSYMBOL_PRED_CLOSE = 12,                /* PRED_CLOSE  */
  YYSYMBOL_SKIPPED = 13,                   /* SKIPPED  */
  YYSYMBOL_BAD = 14,                       /* BAD  */
  YYSYMBOL_RESERVED = 15,                  /* RESERVED  */
  YYSYMBOL_CHAR = 16,                      /* CHAR  */
  YYSYMBOL_CONST = 17,                     /* CONST  */
  YYSYMBOL_DOUBLE = 18,                    /* DOUBLE  */
  YYSYMBOL_ELSE = 19,                      /* ELSE  */
  YYSYMBOL_ENUM = 20,                      /* ENUM  */
  YYSYMBOL_EXTERN = 21,                    /* EXTERN  */
  YYSYMBOL_FLOAT = 22,                     /* FLOAT  */
  YYSYMBOL_IF = 23,                        /* IF  */
  YYSYMBOL_INLINE = 24,                    /* INLINE  */
  YYSYMBOL_INT = 25,                       /* INT  */
  YYSYMBOL_LONG = 26,                      /* LONG  */
  YYSYMBOL_OFFSETOF = 27,                  /* OFFSETOF  */
  YYSYMBOL_PROBE = 28,                     /* PROBE  */
  YYSYMBOL_PROVIDER = 29,                  /* PROVIDER  */
  YYSYMBOL_SELF = 30,                      /* SELF  */
  YYSYMBOL_SHORT = 31,                     /* SHORT  */
  YYSYMBOL_SIGNED = 32,                    /* SIGNED  */
  YYSYMBOL_SIZEOF = 33,                    /* SIZEOF  */
  YYSYMBOL_STATIC = 34,                    /* STATIC  */
  YYSYMBOL_STRING = 35,                    /* STRING  */
  YYSYMBOL_STRINGOF = 36,                  /* STRINGOF  */
  YYSYMBOL_STRUCT = 37,                    /* STRUCT  */
  YYSYMBOL_THIS = 38,                      /* THIS  */
  YYSYMBOL_TRANSLATOR = 39,                /* TRANSLATOR  */
  YYSYMBOL_TYPEDEF = 40,                   /* TYPEDEF  */
  YYSYMBOL_UNION = 41,                     /* UNION  */
  YYSYMBOL_UNSIGNED = 42,                  /* UNSIGNED  */
  YYSYMBOL_VOID = 43,                      /* VOID  */
  YYSYMBOL_VOLATILE = 44,                  /* VOLATILE  */
  YYSYMBOL_XLATE = 45,                     /* XLATE  */
  YYSYMBOL_BOOL = 46,                      /* BOOL  */
  YYSYMBOL_ARROW = 47,                     /* ARROW  */
  YYSYMBOL_INC = 48,                       /* INC  */
  YYSYMBOL_DEC = 49,                       /* DEC  */
  YYSYMBOL_SHL = 50,                       /* SHL  */
  YYSYMBOL_SHR = 51,                       /* SHR  */
  YYSYMBOL_LE = 52,                        /* LE  */
  YYSYMBOL_GE = 53,                        /* GE  */
  YYSYMBOL_EQ = 54,                        /* EQ  */
  YYSYMBOL_NE = 55,                        /* NE  */
  YYSYMBOL_LAND = 56,                      /* LAND  */
  YYSYMBOL_LXOR = 57,                      /* LXOR  */
  YYSYMBOL_LOR = 58,                       /* LOR  */
  YYSYMBOL_ELLIPSIS = 59,                  /* ELLIPSIS  */
  YYSYMBOL_ADD_ASSIGN = 60,                /* ADD_ASSIGN  */
  YYSYMBOL_SUB_ASSIGN = 61,                /* SUB_ASSIGN  */
  YYSYMBOL_MUL_ASSIGN = 62,                /* MUL_ASSIGN  */
  YYSYMBOL_DIV_ASSIGN = 63,                /* DIV_ASSIGN  */
  YYSYMBOL_MOD_ASSIGN = 64,                /* MOD_ASSIGN  */
  YYSYMBOL_AND_ASSIGN = 65,                /* AND_ASSIGN  */
  YYSYMBOL_XOR_ASSIGN = 66,                /* XOR_ASSIGN  */
  YYSYMBOL_OR_ASSIGN = 67,                 /* OR_ASSIGN  */
  YYSYMBOL_SHL_ASSIGN = 68,                /* SHL_ASSIGN  */
  YYSYMBOL_SHR_ASSIGN = 69,                /* SHR_ASSIGN  */
  YYSYMBOL_NO_ELSE = 70,                   /* NO_ELSE  */
  YYSYMBOL_71_ = 71,                       /* '|'  */
  YYSYMBOL_72_ = 72,                       /* '^'  */
  YYSYMBOL_73_ = 73,                       /* '&'  */
  YYSYMBOL_74_ = 74,                       /* '<'  */
  YYSYMBOL_75_ = 75,                       /* '>'  */
  YYSYMBOL_76_ = 76,                       /* '+'  */
  YYSYMBOL_77_ = 77,                       /* '-'  */
  YYSYMBOL_78_ = 78,                       /* '*'  */
  YYSYMBOL_79_ = 79,                       /* '/'  */
  YYSYMBOL_80_ = 80,                       /* '%'  */
  YYSYMBOL_81_ = 81,                       /* ';'  */
  YYSYMBOL_82_ = 82,                       /* '}'  */
  YYSYMBOL_83_ = 83,                       /* '{'  */
  YYSYMBOL_84_ = 84,                       /* ','  */
  YYSYMBOL_85_ = 85,                       /* '('  */
  YYSYMBOL_86_ = 86,                       /* ')'  */
  YYSYMBOL_87_ = 87,                       /* '='  */
  YYSYMBOL_88_ = 88,                       /* '?'  */
  YYSYMBOL_89_ = 89,                       /* ':'  */
  YYSYMBOL_90_ = 90,                       /* '!'  */
  YYSYMBOL_91_ = 91,                       /* '~'  */
  YYSYMBOL_92_ = 92,                       /* '['  */
  YYSYMBOL_93_ = 93,                       /* ']'  */
  YYSYMBOL_94_ = 94,                       /* '.'  */
  YYSYMBOL_YYACCEPT = 95,                  /* $accept  */
  YYSYMBOL_program = 96,                   /* program  */
  YYSYMBOL_items = 97,                     /* items  */
  YYSYMBOL_item = 98,                      /* item  */
  YYSYMBOL_clause = 99,                    /* clause  */
  YYSYMBOL_desc_list = 100,                /* desc_list  */
  YYSYMBOL_desc = 101,                     /* desc  */
  YYSYMBOL_predicate = 102,                /* predicate  */
  YYSYMBOL_stmts = 103,                    /* stmts  */
  YYSYMBOL_stmt = 104,                     /* stmt  */
  YYSYMBOL_branch = 105,                   /* branch  */
  YYSYMBOL_expr = 106,                     /* expr  */
  YYSYMBOL_assign = 107,                   /* assign  */
  YYSYMBOL_assign_op = 108,                /* assign_op  */
  YYSYMBOL_cond = 109,                     /* cond  */
  YYSYMBOL_binary = 110,                   /* binary  */
  YYSYMBOL_cast = 111,                     /* cast  */
  YYSYMBOL_unary = 112,                    /* unary  */
  YYSYMBOL_unary_op = 113,                 /* unary_op  */
  YYSYMBOL_postfix = 114,                  /* postfix  */
  YYSYMBOL_primary = 115,                  /* primary  */
  YYSYMBOL_not_name = 116,                 /* not_name  */
  YYSYMBOL_args_opt = 117,                 /* args_opt  */
  YYSYMBOL_args = 118,                     /* args  */
  YYSYMBOL_declaration = 119,              /* declaration  */
  YYSYMBOL_declarator_list = 120,          /* declarator_list  */
  YYSYMBOL_decl_specs = 121,               /* decl_specs  */
  YYSYMBOL_decl_spec = 122,                /* decl_spec  */
  YYSYMBOL_qualifier = 123,                /* qualifier  */
  YYSYMBOL_tagged = 124,                   /* tagged  */
  YYSYMBOL_struct_kw = 125,                /* struct_kw  */
  YYSYMBOL_tag = 126,                      /* tag  */
  YYSYMBOL_struct_body = 127,              /* struct_body  */
  YYSYMBOL_member_declarators = 128,       /* member_declarators  */
  YYSYMBOL_member_declarator = 129,        /* member_declarator  */
  YYSYMBOL_enum_body = 130,                /* enum_body  */
  YYSYMBOL_enumerator = 131,               /* enumerator  */
  YYSYMBOL_comma_opt = 132,                /* comma_opt  */
  YYSYMBOL_pointer = 133,                  /* pointer  */
  YYSYMBOL_qualifiers = 134,               /* qualifiers  */
  YYSYMBOL_declarator = 135,               /* declarator  */
  YYSYMBOL_direct_declarator = 136,        /* direct_declarator  */
  YYSYMBOL_abstract = 137,                 /* abstract  */
  YYSYMBOL_direct_abstract = 138,          /* direct_abstract  */
  YYSYMBOL_suffix = 139,                   /* suffix  */
  YYSYMBOL_params_opt = 140,               /* params_opt  */
  YYSYMBOL_params = 141,                   /* params  */
  YYSYMBOL_param = 142,                    /* param  */
  YYSYMBOL_type_name = 143,                /* type_name  */
  YYSYMBOL_inline = 144,                   /* inline  */
  YYSYMBOL_translator = 145,               /* translator  */
  YYSYMBOL_translations = 146,             /* translations  */
  YYSYMBOL_provider = 147,                 /* provider  */
  YYSYMBOL_provider_head = 148,            /* provider_head  */
  YYSYMBOL_probes = 149,                   /* probes  */
  YYSYMBOL_probe = 150,                    /* probe  */
  YYSYMBOL_probe_params = 151              /* probe_params  */
};
typedef enum yysymbol_kind_t yysymbol_kind_t;



/* Unqualified %code blocks.  */
#line 13 "lang/parse.y"

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

#line 274 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"

#ifdef short
# undef short
#endif

/* On compilers that do not define __PTRDIFF_MAX__ etc., make sure
   <limits.h> and (if available) <stdint.h> are included
   so that the code can choose integer types of a good width.  */

#ifndef __PTRDIFF_MAX__
# include <limits.h> /* INFRINGES ON USER NAME SPACE */
# if defined __STDC_VERSION__ && 199901 <= __STDC_VERSION__
#  include <stdint.h> /* INFRINGES ON USER NAME SPACE */
#  define YY_STDINT_H
# endif
#endif

/* Narrow types that promote to a signed type and that can represent a
   signed or unsigned integer of at least N bits.  In tables they can
   save space and decrease cache pressure.  Promoting to a signed type
   helps avoid bugs in integer arithmetic.  */

#ifdef __INT_LEAST8_MAX__
typedef __INT_LEAST8_TYPE__ yytype_int8;
#elif defined YY_STDINT_H
typedef int_least8_t yytype_int8;
#else
typedef signed char yytype_int8;
#endif

#ifdef __INT_LEAST16_MAX__
typedef __INT_LEAST16_TYPE__ yytype_int16;
#elif defined YY_STDINT_H
typedef int_least16_t yytype_int16;
#else
typedef short yytype_int16;
#endif

/* Work around bug in HP-UX 11.23, which defines these macros
   incorrectly for preprocessor constants.  This workaround can likely
   be removed in 2023, as HPE has promised support for HP-UX 11.23
   (aka HP-UX 11i v2) only through the end of 2022; see Table 2 of
   <https://h20195.www2.hpe.com/V2/getpdf.aspx/4AA4-7673ENW.pdf>.  */
#ifdef __hpux
# undef UINT_LEAST8_MAX
# undef UINT_LEAST16_MAX
# define UINT_LEAST8_MAX 255
# define UINT_LEAST16_MAX 65535
#endif

#if defined __UINT_LEAST8_MAX__ && __UINT_LEAST8_MAX__ <= __INT_MAX__
typedef __UINT_LEAST8_TYPE__ yytype_uint8;
#elif (!defined __UINT_LEAST8_MAX__ && defined YY_STDINT_H \
       && UINT_LEAST8_MAX <= INT_MAX)
typedef uint_least8_t yytype_uint8;
#elif !defined __UINT_LEAST8_MAX__ && UCHAR_MAX <= INT_MAX
typedef unsigned char yytype_uint8;
#else
typedef short yytype_uint8;
#endif

#if defined __UINT_LEAST16_MAX__ && __UINT_LEAST16_MAX__ <= __INT_MAX__
typedef __UINT_LEAST16_TYPE__ yytype_uint16;
#elif (!defined __UINT_LEAST16_MAX__ && defined YY_STDINT_H \
       && UINT_LEAST16_MAX <= INT_MAX)
typedef uint_least16_t yytype_uint16;
#elif !defined __UINT_LEAST16_MAX__ && USHRT_MAX <= INT_MAX
typedef unsigned short yytype_uint16;
#else
typedef int yytype_uint16;
#endif

#ifndef YYPTRDIFF_T
# if defined __PTRDIFF_TYPE__ && defined __PTRDIFF_MAX__
#  define YYPTRDIFF_T __PTRDIFF_TYPE__
#  define YYPTRDIFF_MAXIMUM __PTRDIFF_MAX__
# elif defined PTRDIFF_MAX
#  ifndef ptrdiff_t
#   include <stddef.h> /* INFRINGES ON USER NAME SPACE */
#  endif
#  define YYPTRDIFF_T ptrdiff_t
#  define YYPTRDIFF_MAXIMUM PTRDIFF_MAX
# else
#  define YYPTRDIFF_T long
#  define YYPTRDIFF_MAXIMUM LONG_MAX
# endif
#endif

#ifndef YYSIZE_T
# ifdef __SIZE_TYPE__
#  define YYSIZE_T __SIZE_TYPE__
# elif defined size_t
#  define YYSIZE_T size_t
# elif defined __STDC_VERSION__ && 199901 <= __STDC_VERSION__
#  include <stddef.h> /* INFRINGES ON USER NAME SPACE */
#  define YYSIZE_T size_t
# else
#  define YYSIZE_T unsigned
# endif
#endif

#define YYSIZE_MAXIMUM                                  \
  YY_CAST (YYPTRDIFF_T,                                 \
           (YYPTRDIFF_MAXIMUM < YY_CAST (YYSIZE_T, -1)  \
            ? YYPTRDIFF_MAXIMUM                         \
            : YY_CAST (YYSIZE_T, -1)))

#define YYSIZEOF(X) YY_CAST (YYPTRDIFF_T, sizeof (X))


/* Stored state numbers (used for stacks). */
typedef yytype_int16 yy_state_t;

/* State numbers in computations.  */
typedef int yy_state_fast_t;

#ifndef YY_
# if defined YYENABLE_NLS && YYENABLE_NLS
#  if ENABLE_NLS
#   include <libintl.h> /* INFRINGES ON USER NAME SPACE */
#   define YY_(Msgid) dgettext ("bison-runtime", Msgid)
#  endif
# endif
# ifndef YY_
#  define YY_(Msgid) Msgid
# endif
#endif


#ifndef YY_ATTRIBUTE_PURE
# if defined __GNUC__ && 2 < __GNUC__ + (96 <= __GNUC_MINOR__)
#  define YY_ATTRIBUTE_PURE __attribute__ ((__pure__))
# else
#  define YY_ATTRIBUTE_PURE
# endif
#endif

#ifndef YY_ATTRIBUTE_UNUSED
# if defined __GNUC__ && 2 < __GNUC__ + (7 <= __GNUC_MINOR__)
#  define YY_ATTRIBUTE_UNUSED __attribute__ ((__unused__))
# else
#  define YY_ATTRIBUTE_UNUSED
# endif
#endif

/* Suppress unused-variable warnings by "using" E.  */
#if ! defined lint || defined __GNUC__
# define YY_USE(E) ((void) (E))
#else
# define YY_USE(E) /* empty */
#endif

/* Suppress an incorrect diagnostic about yylval being uninitialized.  */
#if defined __GNUC__ && ! defined __ICC && 406 <= __GNUC__ * 100 + __GNUC_MINOR__
# if __GNUC__ * 100 + __GNUC_MINOR__ < 407
#  define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN                           \
    _Pragma ("GCC diagnostic push")                                     \
    _Pragma ("GCC diagnostic ignored \"-Wuninitialized\"")
# else
#  define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN                           \
    _Pragma ("GCC diagnostic push")                                     \
    _Pragma ("GCC diagnostic ignored \"-Wuninitialized\"")              \
    _Pragma ("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
# endif
# define YY_IGNORE_MAYBE_UNINITIALIZED_END      \
    _Pragma ("GCC diagnostic pop")
#else
# define YY_INITIAL_VALUE(Value) Value
#endif
#ifndef YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
# define YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
# define YY_IGNORE_MAYBE_UNINITIALIZED_END
#endif
#ifndef YY_INITIAL_VALUE
# define YY_INITIAL_VALUE(Value) /* Nothing. */
#endif

#if defined __cplusplus && defined __GNUC__ && ! defined __ICC && 6 <= __GNUC__
# define YY_IGNORE_USELESS_CAST_BEGIN                          \
    _Pragma ("GCC diagnostic push")                            \
    _Pragma ("GCC diagnostic ignored \"-Wuseless-cast\"")
# define YY_IGNORE_USELESS_CAST_END            \
    _Pragma ("GCC diagnostic pop")
#endif
#ifndef YY_IGNORE_USELESS_CAST_BEGIN
# define YY_IGNORE_USELESS_CAST_BEGIN
# define YY_IGNORE_USELESS_CAST_END
#endif


#define YY_ASSERT(E) ((void) (0 && (E)))

#if 1

/* The parser invokes alloca or malloc; define the necessary symbols.  */

# ifdef YYSTACK_USE_ALLOCA
#  if YYSTACK_USE_ALLOCA
#   ifdef __GNUC__
#    define YYSTACK_ALLOC __builtin_alloca
#   elif defined __BUILTIN_VA_ARG_INCR
#    include <alloca.h> /* INFRINGES ON USER NAME SPACE */
#   elif defined _AIX
#    define YYSTACK_ALLOC __alloca
#   elif defined _MSC_VER
#    include <malloc.h> /* INFRINGES ON USER NAME SPACE */
#    define alloca _alloca
#   else
#    define YYSTACK_ALLOC alloca
#    if ! defined _ALLOCA_H && ! defined EXIT_SUCCESS
#     include <stdlib.h> /* INFRINGES ON USER NAME SPACE */
      /* Use EXIT_SUCCESS as a witness for stdlib.h.  */
#     ifndef EXIT_SUCCESS
#      define EXIT_SUCCESS 0
#     endif
#    endif
#   endif
#  endif
# endif

# ifdef YYSTACK_ALLOC
   /* Pacify GCC's 'empty if-body' warning.  */
#  define YYSTACK_FREE(Ptr) do { /* empty */; } while (0)
#  ifndef YYSTACK_ALLOC_MAXIMUM
    /* The OS might guarantee only one guard page at the bottom of the stack,
       and a page size can be as small as 4096 bytes.  So we cannot safely
       invoke alloca (N) if N exceeds 4096.  Use a slightly smaller number
       to allow for a few compiler-allocated temporary stack slots.  */
#   define YYSTACK_ALLOC_MAXIMUM 4032 /* reasonable circa 2006 */
#  endif
# else
#  define YYSTACK_ALLOC YYMALLOC
#  define YYSTACK_FREE YYFREE
#  ifndef YYSTACK_ALLOC_MAXIMUM
#   define YYSTACK_ALLOC_MAXIMUM YYSIZE_MAXIMUM
#  endif
#  if (defined __cplusplus && ! defined EXIT_SUCCESS \
       && ! ((defined YYMALLOC || defined malloc) \
             && (defined YYFREE || defined free)))
#   include <stdlib.h> /* INFRINGES ON USER NAME SPACE */
#   ifndef EXIT_SUCCESS
#    define EXIT_SUCCESS 0
#   endif
#  endif
#  ifndef YYMALLOC
#   define YYMALLOC malloc
#   if ! defined malloc && ! defined EXIT_SUCCESS
void *malloc (YYSIZE_T); /* INFRINGES ON USER NAME SPACE */
#   endif
#  endif
#  ifndef YYFREE
#   define YYFREE free
#   if ! defined free && ! defined EXIT_SUCCESS
void free (void *); /* INFRINGES ON USER NAME SPACE */
#   endif
#  endif
# endif
#endif /* 1 */

#if (! defined yyoverflow \
     && (! defined __cplusplus \
         || (defined YYLTYPE_IS_TRIVIAL && YYLTYPE_IS_TRIVIAL \
             && defined YYSTYPE_IS_TRIVIAL && YYSTYPE_IS_TRIVIAL)))

/* A type that is properly aligned for any stack member.  */
union yyalloc
{
  yy_state_t yyss_alloc;
  YYSTYPE yyvs_alloc;
  YYLTYPE yyls_alloc;
};

/* The size of the maximum gap between one aligned stack and the next.  */
# define YYSTACK_GAP_MAXIMUM (YYSIZEOF (union yyalloc) - 1)

/* The size of an array large to enough to hold all stacks, each with
   N elements.  */
# define YYSTACK_BYTES(N) \
     ((N) * (YYSIZEOF (yy_state_t) + YYSIZEOF (YYSTYPE) \
             + YYSIZEOF (YYLTYPE)) \
      + 2 * YYSTACK_GAP_MAXIMUM)

# define YYCOPY_NEEDED 1

/* Relocate STACK from its old location to the new one.  The
   local variables YYSIZE and YYSTACKSIZE give the old and new number of
   elements in the stack, and YYPTR gives the new location of the
   stack.  Advance YYPTR to a properly aligned location for the next
   stack.  */
# define YYSTACK_RELOCATE(Stack_alloc, Stack)                           \
    do                                                                  \
      {                                                                 \
        YYPTRDIFF_T yynewbytes;                                         \
        YYCOPY (&yyptr->Stack_alloc, Stack, yysize);                    \
        Stack = &yyptr->Stack_alloc;                                    \
        yynewbytes = yystacksize * YYSIZEOF (*Stack) + YYSTACK_GAP_MAXIMUM; \
        yyptr += yynewbytes / YYSIZEOF (*yyptr);                        \
      }                                                                 \
    while (0)

#endif

#if defined YYCOPY_NEEDED && YYCOPY_NEEDED
/* Copy COUNT objects from SRC to DST.  The source and destination do
   not overlap.  */
# ifndef YYCOPY
#  if defined __GNUC__ && 1 < __GNUC__
#   define YYCOPY(Dst, Src, Count) \
      __builtin_memcpy (Dst, Src, YY_CAST (YYSIZE_T, (Count)) * sizeof (*(Src)))
#  else
#   define YYCOPY(Dst, Src, Count)              \
      do                                        \
        {                                       \
          YYPTRDIFF_T yyi;                      \
          for (yyi = 0; yyi < (Count); yyi++)   \
            (Dst)[yyi] = (Src)[yyi];            \
        }                                       \
      while (0)
#  endif
# endif
#endif /* !YYCOPY_NEEDED */

/* YYFINAL -- State number of the termination state.  */
#define YYFINAL  3
/* YYLAST -- Last index in YYTABLE.  */
#define YYLAST   1527

/* YYNTOKENS -- Number of terminals.  */
#define YYNTOKENS  95
/* YYNNTS -- Number of nonterminals.  */
#define YYNNTS  57
/* YYNRULES -- Number of rules.  */
#define YYNRULES  204
/* YYNSTATES -- Number of states.  */
#define YYNSTATES  336

/* YYMAXUTOK -- Last valid token kind.  */
#define YYMAXUTOK   325


/* YYTRANSLATE(TOKEN-NUM) -- Symbol number corresponding to TOKEN-NUM
   as returned by yylex, with out-of-bounds checking.  */
#define YYTRANSLATE(YYX)                                \
  (0 <= (YYX) && (YYX) <= YYMAXUTOK                     \
   ? YY_CAST (yysymbol_kind_t, yytranslate[YYX])        \
   : YYSYMBOL_YYUNDEF)

/* YYTRANSLATE[TOKEN-NUM] -- Symbol number corresponding to TOKEN-NUM
   as returned by yylex.  */
static const yytype_int8 yytranslate[] =
{
       0,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,    90,     2,     2,     2,    80,    73,     2,
      85,    86,    78,    76,    84,    77,    94,    79,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,    89,    81,
      74,    87,    75,    88,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,    92,     2,    93,    72,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,    83,    71,    82,    91,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
       2,     2,     2,     2,     2,     2,     1,     2,     3,     4,
       5,     6,     7,     8,     9,    10,    11,    12,    13,    14,
      15,    16,    17,    18,    19,    20,    21,    22,    23,    24,
      25,    26,    27,    28,    29,    30,    31,    32,    33,    34,
      35,    36,    37,    38,    39,    40,    41,    42,    43,    44,
      45,    46,    47,    48,    49,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    59,    60,    61,    62,    63,    64,
      65,    66,    67,    68,    69,    70
};

#if YYDEBUG
/* YYRLINE[YYN] -- Source line where rule number YYN was defined.  */
static const yytype_int16 yyrline[] =
{
       0,   121,   121,   124,   125,   128,   129,   130,   131,   132,
     133,   134,   135,   136,   141,   153,   156,   161,   162,   169,
     170,   176,   179,   180,   183,   184,   185,   188,   191,   194,
     195,   204,   205,   210,   211,   216,   217,   218,   219,   220,
     221,   222,   223,   224,   225,   226,   229,   230,   233,   234,
     235,   236,   237,   238,   239,   240,   241,   242,   243,   244,
     245,   246,   247,   248,   249,   250,   251,   252,   255,   256,
     259,   260,   261,   262,   263,   266,   271,   277,   278,   279,
     280,   281,   282,   285,   286,   287,   288,   294,   301,   302,
     303,   304,   305,   310,   318,   319,   320,   321,   322,   323,
     324,   328,   330,   330,   333,   334,   337,   338,   343,   344,
     345,   348,   349,   356,   360,   366,   367,   368,   369,   370,
     371,   372,   373,   374,   375,   376,   377,   378,   379,   380,
     381,   382,   383,   384,   387,   388,   391,   394,   398,   402,
     408,   409,   412,   413,   416,   417,   418,   422,   426,   429,
     430,   437,   438,   439,   445,   449,   453,   459,   460,   463,
     464,   469,   470,   473,   474,   477,   478,   484,   485,   486,
     489,   493,   494,   500,   501,   504,   507,   508,   512,   516,
     522,   523,   524,   525,   531,   535,   541,   542,   543,   546,
     547,   552,   557,   563,   566,   576,   581,   584,   587,   588,
     589,   590,   593,   596,   601
};
#endif

/** Accessing symbol of state STATE.  */
#define YY_ACCESSING_SYMBOL(State) YY_CAST (yysymbol_kind_t, yystos[State])

#if 1
/* The user-facing name of the symbol whose (internal) number is
   YYSYMBOL.  No bounds checking.  */
static const char *yysymbol_name (yysymbol_kind_t yysymbol) YY_ATTRIBUTE_UNUSED;

static const char *
yysymbol_name (yysymbol_kind_t yysymbol)
{
  static const char *const yy_sname[] =
  {
  "end of file", "error", "invalid token", "IDENT", "SCOPED", "AGG",
  "DESC", "NAME", "INTEGER", "STRING_CONST", "TYPE_NAME", "PRED_OPEN",
  "PRED_CLOSE", "SKIPPED", "BAD", "RESERVED", "CHAR", "CONST", "DOUBLE",
  "ELSE", "ENUM", "EXTERN", "FLOAT", "IF", "INLINE", "INT", "LONG",
  "OFFSETOF", "PROBE", "PROVIDER", "SELF", "SHORT", "SIGNED", "SIZEOF",
  "STATIC", "STRING", "STRINGOF", "STRUCT", "THIS", "TRANSLATOR",
  "TYPEDEF", "UNION", "UNSIGNED", "VOID", "VOLATILE", "XLATE", "BOOL",
  "ARROW", "INC", "DEC", "SHL", "SHR", "LE", "GE", "EQ", "NE", "LAND",
  "LXOR", "LOR", "ELLIPSIS", "ADD_ASSIGN", "SUB_ASSIGN", "MUL_ASSIGN",
  "DIV_ASSIGN", "MOD_ASSIGN", "AND_ASSIGN", "XOR_ASSIGN", "OR_ASSIGN",
  "SHL_ASSIGN", "SHR_ASSIGN", "NO_ELSE", "'|'", "'^'", "'&'", "'<'", "'>'",
  "'+'", "'-'", "'*'", "'/'", "'%'", "';'", "'}'", "'{'", "','", "'('",
  "')'", "'='", "'?'", "':'", "'!'", "'~'", "'['", "']'", "'.'", "$accept",
  "program", "items", "item", "clause", "desc_list", "desc", "predicate",
  "stmts", "stmt", "branch", "expr", "assign", "assign_op", "cond",
  "binary", "cast", "unary", "unary_op", "postfix", "primary", "not_name",
  "args_opt", "args", "declaration", "declarator_list", "decl_specs",
  "decl_spec", "qualifier", "tagged", "struct_kw", "tag", "struct_body",
  "member_declarators", "member_declarator", "enum_body", "enumerator",
  "comma_opt", "pointer", "qualifiers", "declarator", "direct_declarator",
  "abstract", "direct_abstract", "suffix", "params_opt", "params", "param",
  "type_name", "inline", "translator", "translations", "provider",
  "provider_head", "probes", "probe", "probe_params", YY_NULLPTR
  };
  return yy_sname[yysymbol];
}
#endif

#define YYPACT_NINF (-302)

#define yypact_value_is_default(Yyn) \
  ((Yyn) == YYPACT_NINF)

#define YYTABLE_NINF (-3)

#define yytable_value_is_error(Yyn) \
  0

/* YYPACT[STATE-NUM] -- Index in YYTABLE of the portion describing
   STATE-NUM.  */
static const yytype_int16 yypact[] =
{
    -302,    27,  1281,  -302,     6,  -302,  -302,  -302,  -302,  -302,
    -302,  -302,    19,  -302,  -302,  1435,  -302,  -302,    30,  -302,
    -302,  -302,  -302,  -302,  -302,  -302,  1435,  -302,  -302,  -302,
    -302,  -302,  -302,  -302,  -302,  -302,    40,  -302,  -302,  1020,
    -302,  -302,  -302,    38,  1329,   -16,  -302,  -302,  -302,    -4,
    -302,  -302,  -302,  -302,    89,    24,  1159,  -302,  1208,    34,
     766,  -302,   120,    39,  -302,     2,  -302,    13,    32,  -302,
      13,    49,   -23,  -302,    59,    37,  -302,   954,    89,    67,
    -302,    56,  -302,    89,    71,  1086,   256,   -25,  -302,   -23,
    -302,  1435,  -302,  -302,  -302,  -302,  -302,    63,   115,   822,
     878,   133,   107,   878,   878,  -302,  -302,  -302,  -302,   710,
    -302,  -302,     5,  -302,  -302,  1362,  -302,   546,   766,    35,
    -302,   312,  -302,  -302,  -302,     2,   100,  -302,    13,  -302,
     117,   199,  -302,  -302,  -302,  -302,   766,    52,  -302,   108,
    -302,  -302,    28,   766,  -302,   766,  -302,   632,   118,   121,
      98,  -302,   115,   133,  -302,   110,  -302,   -29,  -302,  -302,
     125,  1435,   198,   710,  -302,   766,  -302,   203,  1435,  -302,
    -302,    86,   124,  -302,   766,   766,   766,   766,   766,   766,
     766,   766,   766,   766,   766,   766,   766,   766,   766,   766,
     766,   766,   766,   766,   766,  -302,  -302,  -302,  -302,  -302,
    -302,  -302,  -302,  -302,  -302,  -302,   766,  -302,    69,  -302,
    -302,   766,   766,   122,   127,   126,  -302,  -302,  -302,    66,
     368,  -302,  -302,  -302,  -302,  -302,  -302,    12,   766,   131,
     206,  -302,  -302,  -302,  -302,   141,   559,     8,  -302,  -302,
    -302,  -302,  1364,  -302,  1435,  -302,   140,   130,  -302,   146,
    -302,   151,  -302,   766,  -302,    77,    77,    61,    61,  1447,
    1447,   472,  1432,   629,   867,  1440,   114,    61,    61,    96,
      96,  -302,  -302,  -302,   -26,  -302,  -302,  -302,  -302,  -302,
    -302,   149,   154,   -27,  -302,  -302,  -302,   766,  -302,  -302,
    -302,  -302,  -302,   161,  -302,  -302,  -302,  -302,   244,  -302,
     163,  -302,   766,  -302,   766,  -302,    93,   199,   160,    17,
     164,   766,  -302,  -302,   424,   167,   161,   174,   169,  -302,
    -302,   112,  -302,  -302,   238,  -302,  -302,  -302,   766,  -302,
     483,   424,   181,  -302,  -302,  -302
};

/* YYDEFACT[STATE-NUM] -- Default reduction number in state STATE-NUM.
   Performed when YYTABLE does not specify something else to do.  Zero
   means the default is an error.  */
static const yytype_uint8 yydefact[] =
{
       3,     0,     0,     1,     0,    19,    20,   132,    10,   122,
     134,   127,     0,   116,   126,     0,   124,   125,     0,   118,
     123,   128,   117,   131,   140,   119,     0,   115,   141,   129,
     121,   135,   130,    11,     4,     5,    14,    17,     6,     0,
     113,   120,   133,     0,     0,   159,     7,     8,     9,     0,
      12,    13,   142,   143,     0,   137,     0,   197,   189,     0,
       0,    22,     0,     0,   167,   161,   108,     0,     0,   114,
       0,   111,   165,   144,   136,     0,   138,     0,   160,     0,
     198,   157,   154,     0,     0,   180,     0,   170,   190,   171,
     174,     0,    94,    95,   100,    98,    99,     0,     0,     0,
       0,     0,     0,     0,     0,    82,    80,    79,    81,     0,
      77,    78,     0,    31,    33,    46,    48,    68,     0,    70,
      83,     0,    18,    22,   163,   162,     0,   109,     0,   166,
       0,   180,   169,   145,   148,   146,     0,     0,   149,   151,
     156,   139,     0,     0,   155,     0,   183,   186,     0,     0,
     181,   184,   118,   119,   176,     0,    68,     0,   172,   175,
       0,     0,     0,     0,    75,     0,    74,     0,     0,    71,
      72,     0,     0,    21,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,    36,    37,    38,    39,    40,
      41,    42,    43,    44,    45,    35,     0,    73,     0,    90,
      91,   104,     0,     0,     0,     0,    24,    15,    23,     0,
       0,   164,   168,   112,   110,   153,   147,     0,     0,     0,
       0,   200,   196,   199,   158,     0,   180,   170,   187,   188,
     173,   179,     0,   177,     0,   178,     0,     0,    96,     0,
      97,     0,   101,     0,    32,    61,    62,    59,    60,    55,
      56,    51,    50,    49,    52,    53,    54,    57,    58,    63,
      64,    65,    66,    67,     0,    34,    87,   102,   103,    89,
     106,     0,   105,     0,    86,    88,    28,     0,    25,    16,
     150,   152,   201,     0,   191,   182,   185,   193,     0,    76,
       0,    69,     0,    85,     0,    84,     0,   180,   202,     0,
       0,     0,    47,   107,     0,     0,     0,     0,     0,   192,
      92,     0,    22,    29,    26,   204,   203,   195,     0,    93,
       0,     0,     0,    30,    27,   194
};

/* YYPGOTO[NTERM-NUM].  */
static const yytype_int16 yypgoto[] =
{
    -302,  -302,  -302,  -302,  -302,  -302,   201,  -302,  -120,  -301,
     -64,   -59,  -141,  -302,   -84,   826,  -108,   -60,  -302,  -302,
    -302,    62,  -302,    57,  -302,  -302,    10,   -30,   -51,  -302,
    -302,   236,  -302,  -302,    53,  -302,    -2,  -302,   -53,  -302,
     -32,  -302,   -52,  -302,   -41,   -22,   209,   -83,   -88,  -302,
    -302,  -302,  -302,  -302,  -302,  -302,   -13
};

/* YYDEFGOTO[NTERM-NUM].  */
static const yytype_int16 yydefgoto[] =
{
       0,     1,     2,    34,    35,    36,    37,    63,   121,   218,
     324,   219,   113,   206,   114,   115,   116,   156,   118,   119,
     120,   279,   281,   282,    38,    68,   147,    40,    41,    42,
      43,    55,    44,   137,   138,    45,    82,    79,    70,   125,
     126,    72,   148,    89,    90,   149,   150,   151,    59,    46,
      47,   309,    48,    49,   142,   233,   308
};

/* YYTABLE[YYPACT[STATE-NUM]] -- What to do in state STATE-NUM.  If
   positive, shift that token.  If negative, reduce the rule whose
   number is the opposite.  If YYTABLE_NINF, syntax error.  */
static const yytype_int16 yytable[] =
{
     117,   112,   155,   220,   235,    87,    88,    71,   160,    69,
     207,    64,    39,   323,   124,    64,    64,   173,   317,    10,
     318,   172,    52,    53,    84,    56,    69,     3,    69,   229,
     323,   132,    87,   254,    87,   158,    58,    57,   129,   164,
     166,    52,    53,   169,   170,   139,    31,    69,   159,   117,
     171,    60,   225,    65,    77,   244,   230,   304,   174,   234,
      85,   117,   131,   302,   245,   275,   305,    86,    78,    86,
     280,   280,   276,   247,   221,   249,   140,   277,   278,    80,
     251,   144,   208,   209,   210,   117,    65,    50,    51,   174,
      65,    65,    81,   236,   237,   239,   223,    67,    67,   319,
      86,   136,    54,   117,   171,   117,   171,    83,    91,   231,
     232,   175,   176,   127,   117,   238,   128,    69,   134,    58,
     211,    73,   123,    61,    62,   284,     5,   212,     6,   213,
     277,   278,   130,   226,   117,   274,   227,   189,   190,   191,
     192,   193,   133,   143,   291,   301,   117,   288,   161,   141,
     174,   117,   117,   189,   190,   191,   192,   193,   145,   296,
     117,   296,   162,   313,   175,   176,   177,   178,   179,   180,
     174,    58,   252,    58,   191,   192,   193,   174,    58,   314,
     167,   168,   242,   237,   237,   158,   222,   332,   187,   188,
     189,   190,   191,   192,   193,   139,   174,   228,   329,   224,
     246,   248,   330,   243,   240,   129,   250,   241,   286,     7,
     253,   287,   292,   293,   298,     9,    10,    11,   312,    12,
      13,    14,   294,   297,    16,    17,   300,   117,   306,    19,
      20,    21,   299,    22,    23,   303,    24,    25,   304,    27,
      28,    29,    30,    31,   117,    32,   307,   310,   311,   316,
     320,   117,   321,   325,   117,   327,   328,   331,   146,    92,
      93,    94,   335,   122,    95,    96,     7,   334,   117,   283,
     117,   117,     9,    10,    11,   285,    12,    13,    14,    74,
     290,    16,    17,    97,     0,   315,   152,    20,    21,    99,
      22,    23,   100,    24,   153,   157,    27,    28,    29,    30,
      31,   102,    32,   326,   103,   104,     0,     0,     0,     0,
       0,     0,     0,   214,     0,    92,    93,    94,     0,     0,
      95,    96,     0,     0,     0,     0,     0,     0,     0,   105,
       0,     0,   106,   107,   108,   215,     0,     0,     0,    97,
       0,   109,    98,     0,     0,    99,   110,   111,   100,   154,
     101,     0,     0,     0,     0,     0,     0,   102,     0,     0,
     103,   104,     0,     0,     0,     0,     0,     0,     0,   214,
       0,    92,    93,    94,     0,     0,    95,    96,     0,     0,
       0,     0,     0,     0,     0,   105,     0,     0,   106,   107,
     108,   215,     0,   216,   217,    97,     0,   109,    98,     0,
       0,    99,   110,   111,   100,     0,   101,     0,     0,     0,
       0,     0,     0,   102,     0,     0,   103,   104,     0,     0,
       0,     0,     0,     0,     0,   214,     0,    92,    93,    94,
       0,     0,    95,    96,     0,     0,     0,     0,     0,     0,
       0,   105,     0,     0,   106,   107,   108,   215,     0,   216,
     289,    97,     0,   109,    98,     0,     0,    99,   110,   111,
     100,     0,   101,     0,     0,     0,     0,     0,     0,   102,
       0,     0,   103,   104,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,   214,     0,    92,    93,    94,     0,
       0,    95,    96,     0,     0,     0,     0,   105,     0,     0,
     106,   107,   108,     0,     0,   216,   215,   322,     0,   109,
      97,     0,     0,    98,   110,   111,    99,     0,     0,   100,
       0,   101,   175,   176,   177,   178,   179,   180,   102,     0,
       0,   103,   104,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,   184,   185,   186,   187,   188,   189,   190,
     191,   192,   193,     0,     0,     0,   105,     0,     0,   106,
     107,   108,    64,     0,   216,   333,     0,     0,   109,     7,
       0,     0,     0,   110,   111,     9,    10,    11,     0,    12,
      13,    14,     0,     0,    16,    17,     0,     0,     0,    19,
      20,    21,     0,    22,    23,     0,    24,    25,     0,    27,
      28,    29,    30,    31,     0,    32,   195,   196,   197,   198,
     199,   200,   201,   202,   203,   204,     0,     0,   146,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,   205,     0,    64,     0,    65,     0,     0,
       0,     0,     7,     0,   236,     0,     0,     0,     9,    10,
      11,    86,    12,    13,    14,     0,     0,    16,    17,     0,
       0,     0,    19,    20,    21,     0,    22,    23,     0,    24,
      25,     0,    27,    28,    29,    30,    31,     0,    32,   175,
     176,   177,   178,   179,   180,   181,   182,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
     184,   185,   186,   187,   188,   189,   190,   191,   192,   193,
      65,     0,     0,    92,    93,    94,     0,   236,    95,    96,
       7,     0,     0,     0,    86,     0,     9,    10,    11,     0,
      12,    13,    14,     0,     0,    16,    17,    97,     0,     0,
     152,    20,    21,    99,    22,    23,   100,    24,   153,     0,
      27,    28,    29,    30,    31,   102,    32,     0,   103,   104,
       0,     0,     0,     0,     0,     0,     0,     0,     0,    92,
      93,    94,     0,     0,    95,    96,     0,     0,     0,     0,
       0,     0,     0,   105,     0,     0,   106,   107,   108,     0,
       0,     0,     0,    97,     0,   109,    98,     0,     0,    99,
     110,   111,   100,     0,   101,     0,     0,     0,     0,     0,
       0,   102,     0,     0,   103,   104,     0,     0,     0,     0,
       0,     0,     0,     0,     0,    92,    93,    94,     0,     0,
      95,    96,     0,     0,     0,     0,     0,     0,     0,   105,
       0,     0,   106,   107,   108,     0,     0,     0,     0,    97,
       0,   109,    98,     0,     0,    99,   110,   111,   100,     0,
     101,     0,     0,     0,     0,     0,     0,   102,     0,     0,
     103,   104,     0,     0,     0,     0,     0,     0,     0,     0,
       0,    92,    93,    94,     0,     0,    95,    96,     0,     0,
       0,     0,     0,     0,     0,   105,     0,     0,   106,   107,
     108,     0,     0,     0,     0,    97,     0,   163,    98,     0,
       0,    99,   110,   111,   100,     0,   101,   175,   176,   177,
     178,   179,   180,   102,     0,     0,   103,   104,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,   185,
     186,   187,   188,   189,   190,   191,   192,   193,     0,     0,
       0,   105,     0,     0,   106,   107,   108,    64,     0,     0,
       0,     0,     0,   165,     7,     0,     0,     0,   110,   111,
       9,    10,    11,     0,    12,    13,    14,     0,     0,    16,
      17,     0,     0,     0,    19,    20,    21,     0,    22,    23,
       0,    24,    25,     0,    27,    28,    29,    30,    31,     0,
      32,   255,   256,   257,   258,   259,   260,   261,   262,   263,
     264,   265,   266,   267,   268,   269,   270,   271,   272,   273,
       0,     0,     0,    64,     0,     0,     0,     0,     0,     0,
       7,     0,    65,     0,     0,   135,     9,    10,    11,    67,
      12,    13,    14,   136,     0,    16,    17,     0,     0,     0,
      19,    20,    21,     0,    22,    23,     0,    24,    25,     0,
      27,    28,    29,    30,    31,     0,    32,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     7,     0,    65,     0,
       0,    66,     9,    10,    11,    67,    12,    13,    14,     0,
       0,    16,    17,     0,     0,     0,    19,    20,    21,     0,
      22,    23,     0,    24,    25,     0,    27,    28,    29,    30,
      31,     0,    32,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,   146,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,    64,     0,    65,     0,     0,     0,     0,     7,
       0,    85,     0,     0,     0,     9,    10,    11,    86,    12,
      13,    14,     0,     0,    16,    17,     0,     0,     0,    19,
      20,    21,     0,    22,    23,     0,    24,    25,     0,    27,
      28,    29,    30,    31,     0,    32,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     7,     0,
       0,     0,     0,     0,     9,    10,    11,     0,    12,    13,
      14,     0,     0,    16,    17,     0,     0,    65,    19,    20,
      21,     0,    22,    23,    67,    24,    25,     0,    27,    28,
      29,    30,    31,     0,    32,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
       0,    -2,     4,     0,     0,     0,    65,     5,     0,     6,
       0,     7,     0,    85,     8,     0,     0,     9,    10,    11,
      86,    12,    13,    14,     0,    15,    16,    17,     0,     0,
      18,    19,    20,    21,     0,    22,    23,     0,    24,    25,
      26,    27,    28,    29,    30,    31,     0,    32,     0,     0,
      75,     0,     0,     0,     0,     0,     0,     0,     0,     7,
       0,     0,     0,     0,     0,     9,    10,    11,     0,    12,
      13,    14,     0,     0,    16,    17,     0,     0,     0,    19,
      20,    21,    33,    22,    23,     0,    24,    25,     0,    27,
      28,    29,    30,    31,     7,    32,     0,     0,     0,     0,
       9,    10,    11,     0,    12,    13,    14,     0,     0,    16,
      17,     0,     0,     0,    19,    20,    21,     0,    22,    23,
       0,    24,    25,     0,    27,    28,    29,    30,    31,     0,
      32,    76,   175,   176,   177,   178,   179,   180,   181,   182,
     183,     0,     0,   295,     0,     0,     0,     0,     0,     0,
       0,     0,     0,   184,   185,   186,   187,   188,   189,   190,
     191,   192,   193,     0,     0,     7,     0,     0,     0,     0,
     194,     9,    10,    11,     0,    12,    13,    14,     0,     0,
      16,    17,     0,     0,     0,    19,    20,    21,     0,    22,
      23,     0,    24,    25,     0,    27,    28,    29,    30,    31,
       0,    32,   175,   176,   177,   178,   179,   180,   181,     0,
     175,   176,   177,   178,   179,   180,     0,   175,   176,   177,
     178,     0,     0,   184,   185,   186,   187,   188,   189,   190,
     191,   192,   193,   186,   187,   188,   189,   190,   191,   192,
     193,   187,   188,   189,   190,   191,   192,   193
};

static const yytype_int16 yycheck[] =
{
      60,    60,    86,   123,   145,    58,    58,    39,    91,    39,
     118,     3,     2,   314,    65,     3,     3,    12,     1,    17,
       3,   109,     3,     4,    56,    15,    56,     0,    58,     1,
     331,    72,    85,   174,    87,    87,    26,     7,    70,    99,
     100,     3,     4,   103,   104,    77,    44,    77,    89,   109,
     109,    11,   136,    78,    44,    84,    28,    84,    84,   143,
      85,   121,    85,    89,    93,   206,    93,    92,    84,    92,
     211,   212,     3,   161,   125,   163,    78,     8,     9,    83,
     168,    83,    47,    48,    49,   145,    78,    81,    82,    84,
      78,    78,     3,    85,   147,   147,   128,    85,    85,    82,
      92,    89,    83,   163,   163,   165,   165,    83,    74,    81,
      82,    50,    51,    81,   174,   147,    84,   147,    81,   109,
      85,    83,    83,    83,    84,     3,     6,    92,     8,    94,
       8,     9,    83,    81,   194,   194,    84,    76,    77,    78,
      79,    80,    83,    87,   228,   253,   206,    81,    85,    82,
      84,   211,   212,    76,    77,    78,    79,    80,    87,   242,
     220,   244,    47,   304,    50,    51,    52,    53,    54,    55,
      84,   161,    86,   163,    78,    79,    80,    84,   168,    86,
      47,    74,    84,   236,   237,   237,    86,   328,    74,    75,
      76,    77,    78,    79,    80,   227,    84,    89,    86,    82,
      75,     3,   322,    93,    86,   237,     3,    86,    81,    10,
      86,    85,    81,     7,    84,    16,    17,    18,   302,    20,
      21,    22,    81,    83,    25,    26,    75,   287,   287,    30,
      31,    32,    86,    34,    35,    86,    37,    38,    84,    40,
      41,    42,    43,    44,   304,    46,    85,     3,    85,    89,
      86,   311,   311,    86,   314,    81,    87,    19,    59,     3,
       4,     5,    81,    62,     8,     9,    10,   331,   328,   212,
     330,   331,    16,    17,    18,   213,    20,    21,    22,    43,
     227,    25,    26,    27,    -1,   307,    30,    31,    32,    33,
      34,    35,    36,    37,    38,    86,    40,    41,    42,    43,
      44,    45,    46,   316,    48,    49,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,     1,    -1,     3,     4,     5,    -1,    -1,
       8,     9,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    73,
      -1,    -1,    76,    77,    78,    23,    -1,    -1,    -1,    27,
      -1,    85,    30,    -1,    -1,    33,    90,    91,    36,    93,
      38,    -1,    -1,    -1,    -1,    -1,    -1,    45,    -1,    -1,
      48,    49,    -1,    -1,    -1,    -1,    -1,    -1,    -1,     1,
      -1,     3,     4,     5,    -1,    -1,     8,     9,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    73,    -1,    -1,    76,    77,
      78,    23,    -1,    81,    82,    27,    -1,    85,    30,    -1,
      -1,    33,    90,    91,    36,    -1,    38,    -1,    -1,    -1,
      -1,    -1,    -1,    45,    -1,    -1,    48,    49,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,     1,    -1,     3,     4,     5,
      -1,    -1,     8,     9,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    73,    -1,    -1,    76,    77,    78,    23,    -1,    81,
      82,    27,    -1,    85,    30,    -1,    -1,    33,    90,    91,
      36,    -1,    38,    -1,    -1,    -1,    -1,    -1,    -1,    45,
      -1,    -1,    48,    49,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,     1,    -1,     3,     4,     5,    -1,
      -1,     8,     9,    -1,    -1,    -1,    -1,    73,    -1,    -1,
      76,    77,    78,    -1,    -1,    81,    23,    83,    -1,    85,
      27,    -1,    -1,    30,    90,    91,    33,    -1,    -1,    36,
      -1,    38,    50,    51,    52,    53,    54,    55,    45,    -1,
      -1,    48,    49,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    71,    72,    73,    74,    75,    76,    77,
      78,    79,    80,    -1,    -1,    -1,    73,    -1,    -1,    76,
      77,    78,     3,    -1,    81,    82,    -1,    -1,    85,    10,
      -1,    -1,    -1,    90,    91,    16,    17,    18,    -1,    20,
      21,    22,    -1,    -1,    25,    26,    -1,    -1,    -1,    30,
      31,    32,    -1,    34,    35,    -1,    37,    38,    -1,    40,
      41,    42,    43,    44,    -1,    46,    60,    61,    62,    63,
      64,    65,    66,    67,    68,    69,    -1,    -1,    59,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    87,    -1,     3,    -1,    78,    -1,    -1,
      -1,    -1,    10,    -1,    85,    -1,    -1,    -1,    16,    17,
      18,    92,    20,    21,    22,    -1,    -1,    25,    26,    -1,
      -1,    -1,    30,    31,    32,    -1,    34,    35,    -1,    37,
      38,    -1,    40,    41,    42,    43,    44,    -1,    46,    50,
      51,    52,    53,    54,    55,    56,    57,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      71,    72,    73,    74,    75,    76,    77,    78,    79,    80,
      78,    -1,    -1,     3,     4,     5,    -1,    85,     8,     9,
      10,    -1,    -1,    -1,    92,    -1,    16,    17,    18,    -1,
      20,    21,    22,    -1,    -1,    25,    26,    27,    -1,    -1,
      30,    31,    32,    33,    34,    35,    36,    37,    38,    -1,
      40,    41,    42,    43,    44,    45,    46,    -1,    48,    49,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,     3,
       4,     5,    -1,    -1,     8,     9,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    73,    -1,    -1,    76,    77,    78,    -1,
      -1,    -1,    -1,    27,    -1,    85,    30,    -1,    -1,    33,
      90,    91,    36,    -1,    38,    -1,    -1,    -1,    -1,    -1,
      -1,    45,    -1,    -1,    48,    49,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,     3,     4,     5,    -1,    -1,
       8,     9,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    73,
      -1,    -1,    76,    77,    78,    -1,    -1,    -1,    -1,    27,
      -1,    85,    30,    -1,    -1,    33,    90,    91,    36,    -1,
      38,    -1,    -1,    -1,    -1,    -1,    -1,    45,    -1,    -1,
      48,    49,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,     3,     4,     5,    -1,    -1,     8,     9,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    73,    -1,    -1,    76,    77,
      78,    -1,    -1,    -1,    -1,    27,    -1,    85,    30,    -1,
      -1,    33,    90,    91,    36,    -1,    38,    50,    51,    52,
      53,    54,    55,    45,    -1,    -1,    48,    49,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    72,
      73,    74,    75,    76,    77,    78,    79,    80,    -1,    -1,
      -1,    73,    -1,    -1,    76,    77,    78,     3,    -1,    -1,
      -1,    -1,    -1,    85,    10,    -1,    -1,    -1,    90,    91,
      16,    17,    18,    -1,    20,    21,    22,    -1,    -1,    25,
      26,    -1,    -1,    -1,    30,    31,    32,    -1,    34,    35,
      -1,    37,    38,    -1,    40,    41,    42,    43,    44,    -1,
      46,   175,   176,   177,   178,   179,   180,   181,   182,   183,
     184,   185,   186,   187,   188,   189,   190,   191,   192,   193,
      -1,    -1,    -1,     3,    -1,    -1,    -1,    -1,    -1,    -1,
      10,    -1,    78,    -1,    -1,    81,    16,    17,    18,    85,
      20,    21,    22,    89,    -1,    25,    26,    -1,    -1,    -1,
      30,    31,    32,    -1,    34,    35,    -1,    37,    38,    -1,
      40,    41,    42,    43,    44,    -1,    46,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    10,    -1,    78,    -1,
      -1,    81,    16,    17,    18,    85,    20,    21,    22,    -1,
      -1,    25,    26,    -1,    -1,    -1,    30,    31,    32,    -1,
      34,    35,    -1,    37,    38,    -1,    40,    41,    42,    43,
      44,    -1,    46,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    59,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,     3,    -1,    78,    -1,    -1,    -1,    -1,    10,
      -1,    85,    -1,    -1,    -1,    16,    17,    18,    92,    20,
      21,    22,    -1,    -1,    25,    26,    -1,    -1,    -1,    30,
      31,    32,    -1,    34,    35,    -1,    37,    38,    -1,    40,
      41,    42,    43,    44,    -1,    46,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    10,    -1,
      -1,    -1,    -1,    -1,    16,    17,    18,    -1,    20,    21,
      22,    -1,    -1,    25,    26,    -1,    -1,    78,    30,    31,
      32,    -1,    34,    35,    85,    37,    38,    -1,    40,    41,
      42,    43,    44,    -1,    46,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,     0,     1,    -1,    -1,    -1,    78,     6,    -1,     8,
      -1,    10,    -1,    85,    13,    -1,    -1,    16,    17,    18,
      92,    20,    21,    22,    -1,    24,    25,    26,    -1,    -1,
      29,    30,    31,    32,    -1,    34,    35,    -1,    37,    38,
      39,    40,    41,    42,    43,    44,    -1,    46,    -1,    -1,
       1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    -1,    10,
      -1,    -1,    -1,    -1,    -1,    16,    17,    18,    -1,    20,
      21,    22,    -1,    -1,    25,    26,    -1,    -1,    -1,    30,
      31,    32,    81,    34,    35,    -1,    37,    38,    -1,    40,
      41,    42,    43,    44,    10,    46,    -1,    -1,    -1,    -1,
      16,    17,    18,    -1,    20,    21,    22,    -1,    -1,    25,
      26,    -1,    -1,    -1,    30,    31,    32,    -1,    34,    35,
      -1,    37,    38,    -1,    40,    41,    42,    43,    44,    -1,
      46,    82,    50,    51,    52,    53,    54,    55,    56,    57,
      58,    -1,    -1,    59,    -1,    -1,    -1,    -1,    -1,    -1,
      -1,    -1,    -1,    71,    72,    73,    74,    75,    76,    77,
      78,    79,    80,    -1,    -1,    10,    -1,    -1,    -1,    -1,
      88,    16,    17,    18,    -1,    20,    21,    22,    -1,    -1,
      25,    26,    -1,    -1,    -1,    30,    31,    32,    -1,    34,
      35,    -1,    37,    38,    -1,    40,    41,    42,    43,    44,
      -1,    46,    50,    51,    52,    53,    54,    55,    56,    -1,
      50,    51,    52,    53,    54,    55,    -1,    50,    51,    52,
      53,    -1,    -1,    71,    72,    73,    74,    75,    76,    77,
      78,    79,    80,    73,    74,    75,    76,    77,    78,    79,
      80,    74,    75,    76,    77,    78,    79,    80
};

/* YYSTOS[STATE-NUM] -- The symbol kind of the accessing symbol of
   state STATE-NUM.  */
static const yytype_uint8 yystos[] =
{
       0,    96,    97,     0,     1,     6,     8,    10,    13,    16,
      17,    18,    20,    21,    22,    24,    25,    26,    29,    30,
      31,    32,    34,    35,    37,    38,    39,    40,    41,    42,
      43,    44,    46,    81,    98,    99,   100,   101,   119,   121,
     122,   123,   124,   125,   127,   130,   144,   145,   147,   148,
      81,    82,     3,     4,    83,   126,   121,     7,   121,   143,
      11,    83,    84,   102,     3,    78,    81,    85,   120,   122,
     133,   135,   136,    83,   126,     1,    82,   121,    84,   132,
      83,     3,   131,    83,   135,    85,    92,   133,   137,   138,
     139,    74,     3,     4,     5,     8,     9,    27,    30,    33,
      36,    38,    45,    48,    49,    73,    76,    77,    78,    85,
      90,    91,   106,   107,   109,   110,   111,   112,   113,   114,
     115,   103,   101,    83,   123,   134,   135,    81,    84,   135,
      83,    85,   139,    83,    81,    81,    89,   128,   129,   135,
     131,    82,   149,    87,   131,    87,    59,   121,   137,   140,
     141,   142,    30,    38,    93,   109,   112,   141,   137,   139,
     142,    85,    47,    85,   112,    85,   112,    47,    74,   112,
     112,   106,   143,    12,    84,    50,    51,    52,    53,    54,
      55,    56,    57,    58,    71,    72,    73,    74,    75,    76,
      77,    78,    79,    80,    88,    60,    61,    62,    63,    64,
      65,    66,    67,    68,    69,    87,   108,   111,    47,    48,
      49,    85,    92,    94,     1,    23,    81,    82,   104,   106,
     103,   123,    86,   135,    82,   109,    81,    84,    89,     1,
      28,    81,    82,   150,   109,   107,    85,   133,   135,   137,
      86,    86,    84,    93,    84,    93,    75,   143,     3,   143,
       3,   143,    86,    86,   107,   110,   110,   110,   110,   110,
     110,   110,   110,   110,   110,   110,   110,   110,   110,   110,
     110,   110,   110,   110,   106,   107,     3,     8,     9,   116,
     107,   117,   118,   118,     3,   116,    81,    85,    81,    82,
     129,   109,    81,     7,    81,    59,   142,    83,    84,    86,
      75,   111,    89,    86,    84,    93,   106,    85,   151,   146,
       3,    85,   109,   107,    86,   140,    89,     1,     3,    82,
      86,   106,    83,   104,   105,    86,   151,    81,    87,    86,
     103,    19,   107,    82,   105,    81
};

/* YYR1[RULE-NUM] -- Symbol kind of the left-hand side of rule RULE-NUM.  */
static const yytype_uint8 yyr1[] =
{
       0,    95,    96,    97,    97,    98,    98,    98,    98,    98,
      98,    98,    98,    98,    99,    99,    99,   100,   100,   101,
     101,   102,   103,   103,   104,   104,   104,   104,   104,   105,
     105,   106,   106,   107,   107,   108,   108,   108,   108,   108,
     108,   108,   108,   108,   108,   108,   109,   109,   110,   110,
     110,   110,   110,   110,   110,   110,   110,   110,   110,   110,
     110,   110,   110,   110,   110,   110,   110,   110,   111,   111,
     112,   112,   112,   112,   112,   112,   112,   113,   113,   113,
     113,   113,   113,   114,   114,   114,   114,   114,   114,   114,
     114,   114,   114,   114,   115,   115,   115,   115,   115,   115,
     115,   115,   116,   116,   117,   117,   118,   118,   119,   119,
     119,   120,   120,   121,   121,   122,   122,   122,   122,   122,
     122,   122,   122,   122,   122,   122,   122,   122,   122,   122,
     122,   122,   122,   122,   123,   123,   124,   124,   124,   124,
     125,   125,   126,   126,   127,   127,   127,   127,   127,   128,
     128,   129,   129,   129,   130,   130,   130,   131,   131,   132,
     132,   133,   133,   134,   134,   135,   135,   136,   136,   136,
     137,   137,   137,   138,   138,   138,   139,   139,   139,   139,
     140,   140,   140,   140,   141,   141,   142,   142,   142,   143,
     143,   144,   145,   146,   146,   146,   147,   148,   149,   149,
     149,   149,   150,   150,   151
};

/* YYR2[RULE-NUM] -- Number of symbols on the right-hand side of rule RULE-NUM.  */
static const yytype_int8 yyr2[] =
{
       0,     2,     1,     0,     2,     1,     1,     1,     1,     1,
       1,     1,     2,     2,     1,     4,     5,     1,     3,     1,
       1,     3,     0,     2,     1,     2,     5,     7,     2,     1,
       3,     1,     3,     1,     3,     1,     1,     1,     1,     1,
       1,     1,     1,     1,     1,     1,     1,     5,     1,     3,
       3,     3,     3,     3,     3,     3,     3,     3,     3,     3,
       3,     3,     3,     3,     3,     3,     3,     3,     1,     4,
       1,     2,     2,     2,     2,     2,     4,     1,     1,     1,
       1,     1,     1,     1,     4,     4,     3,     3,     3,     3,
       2,     2,     6,     7,     1,     1,     3,     3,     1,     1,
       1,     3,     1,     1,     0,     1,     1,     3,     2,     3,
       4,     1,     3,     1,     2,     1,     1,     1,     1,     1,
       1,     1,     1,     1,     1,     1,     1,     1,     1,     1,
       1,     1,     1,     1,     1,     1,     2,     2,     2,     3,
       1,     1,     1,     1,     2,     3,     3,     4,     3,     1,
       3,     1,     3,     2,     3,     4,     3,     1,     3,     0,
       1,     1,     2,     1,     2,     1,     2,     1,     3,     2,
       1,     1,     2,     3,     1,     2,     2,     3,     3,     3,
       0,     1,     3,     1,     1,     3,     1,     2,     2,     1,
       2,     6,     8,     0,     5,     3,     4,     2,     0,     2,
       2,     3,     3,     5,     3
};


enum { YYENOMEM = -2 };

#define yyerrok         (yyerrstatus = 0)
#define yyclearin       (yychar = TOK_YYEMPTY)

#define YYACCEPT        goto yyacceptlab
#define YYABORT         goto yyabortlab
#define YYERROR         goto yyerrorlab
#define YYNOMEM         goto yyexhaustedlab


#define YYRECOVERING()  (!!yyerrstatus)

#define YYBACKUP(Token, Value)                                    \
  do                                                              \
    if (yychar == TOK_YYEMPTY)                                        \
      {                                                           \
        yychar = (Token);                                         \
        yylval = (Value);                                         \
        YYPOPSTACK (yylen);                                       \
        yystate = *yyssp;                                         \
        goto yybackup;                                            \
      }                                                           \
    else                                                          \
      {                                                           \
        yyerror (&yylloc, p, YY_("syntax error: cannot back up")); \
        YYERROR;                                                  \
      }                                                           \
  while (0)

/* Backward compatibility with an undocumented macro.
   Use TOK_YYerror or TOK_YYUNDEF. */
#define YYERRCODE TOK_YYUNDEF

/* YYLLOC_DEFAULT -- Set CURRENT to span from RHS[1] to RHS[N].
   If N is 0, then set CURRENT to the empty location which ends
   the previous symbol: RHS[0] (always defined).  */

#ifndef YYLLOC_DEFAULT
# define YYLLOC_DEFAULT(Current, Rhs, N)                                \
    do                                                                  \
      if (N)                                                            \
        {                                                               \
          (Current).first_line   = YYRHSLOC (Rhs, 1).first_line;        \
          (Current).first_column = YYRHSLOC (Rhs, 1).first_column;      \
          (Current).last_line    = YYRHSLOC (Rhs, N).last_line;         \
          (Current).last_column  = YYRHSLOC (Rhs, N).last_column;       \
        }                                                               \
      else                                                              \
        {                                                               \
          (Current).first_line   = (Current).last_line   =              \
            YYRHSLOC (Rhs, 0).last_line;                                \
          (Current).first_column = (Current).last_column =              \
            YYRHSLOC (Rhs, 0).last_column;                              \
        }                                                               \
    while (0)
#endif

#define YYRHSLOC(Rhs, K) ((Rhs)[K])


/* Enable debugging if requested.  */
#if YYDEBUG

# ifndef YYFPRINTF
#  include <stdio.h> /* INFRINGES ON USER NAME SPACE */
#  define YYFPRINTF fprintf
# endif

# define YYDPRINTF(Args)                        \
do {                                            \
  if (yydebug)                                  \
    YYFPRINTF Args;                             \
} while (0)


/* YYLOCATION_PRINT -- Print the location on the stream.
   This macro was not mandated originally: define only if we know
   we won't break user code: when these are the locations we know.  */

# ifndef YYLOCATION_PRINT

#  if defined YY_LOCATION_PRINT

   /* Temporary convenience wrapper in case some people defined the
      undocumented and private YY_LOCATION_PRINT macros.  */
#   define YYLOCATION_PRINT(File, Loc)  YY_LOCATION_PRINT(File, *(Loc))

#  elif defined YYLTYPE_IS_TRIVIAL && YYLTYPE_IS_TRIVIAL

/* Print *YYLOCP on YYO.  Private, do not rely on its existence. */

YY_ATTRIBUTE_UNUSED
static int
yy_location_print_ (FILE *yyo, YYLTYPE const * const yylocp)
{
  int res = 0;
  int end_col = 0 != yylocp->last_column ? yylocp->last_column - 1 : 0;
  if (0 <= yylocp->first_line)
    {
      res += YYFPRINTF (yyo, "%d", yylocp->first_line);
      if (0 <= yylocp->first_column)
        res += YYFPRINTF (yyo, ".%d", yylocp->first_column);
    }
  if (0 <= yylocp->last_line)
    {
      if (yylocp->first_line < yylocp->last_line)
        {
          res += YYFPRINTF (yyo, "-%d", yylocp->last_line);
          if (0 <= end_col)
            res += YYFPRINTF (yyo, ".%d", end_col);
        }
      else if (0 <= end_col && yylocp->first_column < end_col)
        res += YYFPRINTF (yyo, "-%d", end_col);
    }
  return res;
}

#   define YYLOCATION_PRINT  yy_location_print_

    /* Temporary convenience wrapper in case some people defined the
       undocumented and private YY_LOCATION_PRINT macros.  */
#   define YY_LOCATION_PRINT(File, Loc)  YYLOCATION_PRINT(File, &(Loc))

#  else

#   define YYLOCATION_PRINT(File, Loc) ((void) 0)
    /* Temporary convenience wrapper in case some people defined the
       undocumented and private YY_LOCATION_PRINT macros.  */
#   define YY_LOCATION_PRINT  YYLOCATION_PRINT

#  endif
# endif /* !defined YYLOCATION_PRINT */


# define YY_SYMBOL_PRINT(Title, Kind, Value, Location)                    \
do {                                                                      \
  if (yydebug)                                                            \
    {                                                                     \
      YYFPRINTF (stderr, "%s ", Title);                                   \
      yy_symbol_print (stderr,                                            \
                  Kind, Value, Location, p); \
      YYFPRINTF (stderr, "\n");                                           \
    }                                                                     \
} while (0)


/*-----------------------------------.
| Print this symbol's value on YYO.  |
`-----------------------------------*/

static void
yy_symbol_value_print (FILE *yyo,
                       yysymbol_kind_t yykind, YYSTYPE const * const yyvaluep, YYLTYPE const * const yylocationp, struct parser *p)
{
  FILE *yyoutput = yyo;
  YY_USE (yyoutput);
  YY_USE (yylocationp);
  YY_USE (p);
  if (!yyvaluep)
    return;
  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  YY_USE (yykind);
  YY_IGNORE_MAYBE_UNINITIALIZED_END
}


/*---------------------------.
| Print this symbol on YYO.  |
`---------------------------*/

static void
yy_symbol_print (FILE *yyo,
                 yysymbol_kind_t yykind, YYSTYPE const * const yyvaluep, YYLTYPE const * const yylocationp, struct parser *p)
{
  YYFPRINTF (yyo, "%s %s (",
             yykind < YYNTOKENS ? "token" : "nterm", yysymbol_name (yykind));

  YYLOCATION_PRINT (yyo, yylocationp);
  YYFPRINTF (yyo, ": ");
  yy_symbol_value_print (yyo, yykind, yyvaluep, yylocationp, p);
  YYFPRINTF (yyo, ")");
}

/*------------------------------------------------------------------.
| yy_stack_print -- Print the state stack from its BOTTOM up to its |
| TOP (included).                                                   |
`------------------------------------------------------------------*/

static void
yy_stack_print (yy_state_t *yybottom, yy_state_t *yytop)
{
  YYFPRINTF (stderr, "Stack now");
  for (; yybottom <= yytop; yybottom++)
    {
      int yybot = *yybottom;
      YYFPRINTF (stderr, " %d", yybot);
    }
  YYFPRINTF (stderr, "\n");
}

# define YY_STACK_PRINT(Bottom, Top)                            \
do {                                                            \
  if (yydebug)                                                  \
    yy_stack_print ((Bottom), (Top));                           \
} while (0)


/*------------------------------------------------.
| Report that the YYRULE is going to be reduced.  |
`------------------------------------------------*/

static void
yy_reduce_print (yy_state_t *yyssp, YYSTYPE *yyvsp, YYLTYPE *yylsp,
                 int yyrule, struct parser *p)
{
  int yylno = yyrline[yyrule];
  int yynrhs = yyr2[yyrule];
  int yyi;
  YYFPRINTF (stderr, "Reducing stack by rule %d (line %d):\n",
             yyrule - 1, yylno);
  /* The symbols being reduced.  */
  for (yyi = 0; yyi < yynrhs; yyi++)
    {
      YYFPRINTF (stderr, "   $%d = ", yyi + 1);
      yy_symbol_print (stderr,
                       YY_ACCESSING_SYMBOL (+yyssp[yyi + 1 - yynrhs]),
                       &yyvsp[(yyi + 1) - (yynrhs)],
                       &(yylsp[(yyi + 1) - (yynrhs)]), p);
      YYFPRINTF (stderr, "\n");
    }
}

# define YY_REDUCE_PRINT(Rule)          \
do {                                    \
  if (yydebug)                          \
    yy_reduce_print (yyssp, yyvsp, yylsp, Rule, p); \
} while (0)

/* Nonzero means print parse trace.  It is left uninitialized so that
   multiple parsers can coexist.  */
int yydebug;
#else /* !YYDEBUG */
# define YYDPRINTF(Args) ((void) 0)
# define YY_SYMBOL_PRINT(Title, Kind, Value, Location)
# define YY_STACK_PRINT(Bottom, Top)
# define YY_REDUCE_PRINT(Rule)
#endif /* !YYDEBUG */


/* YYINITDEPTH -- initial size of the parser's stacks.  */
#ifndef YYINITDEPTH
# define YYINITDEPTH 200
#endif

/* YYMAXDEPTH -- maximum size the stacks can grow to (effective only
   if the built-in stack extension method is used).

   Do not make this value too large; the results are undefined if
   YYSTACK_ALLOC_MAXIMUM < YYSTACK_BYTES (YYMAXDEPTH)
   evaluated with infinite-precision integer arithmetic.  */

#ifndef YYMAXDEPTH
# define YYMAXDEPTH 10000
#endif


/* Context of a parse error.  */
typedef struct
{
  yy_state_t *yyssp;
  yysymbol_kind_t yytoken;
  YYLTYPE *yylloc;
} yypcontext_t;

/* Put in YYARG at most YYARGN of the expected tokens given the
   current YYCTX, and return the number of tokens stored in YYARG.  If
   YYARG is null, return the number of expected tokens (guaranteed to
   be less than YYNTOKENS).  Return YYENOMEM on memory exhaustion.
   Return 0 if there are more than YYARGN expected tokens, yet fill
   YYARG up to YYARGN. */
static int
yypcontext_expected_tokens (const yypcontext_t *yyctx,
                            yysymbol_kind_t yyarg[], int yyargn)
{
  /* Actual size of YYARG. */
  int yycount = 0;
  int yyn = yypact[+*yyctx->yyssp];
  if (!yypact_value_is_default (yyn))
    {
      /* Start YYX at -YYN if negative to avoid negative indexes in
         YYCHECK.  In other words, skip the first -YYN actions for
         this state because they are default actions.  */
      int yyxbegin = yyn < 0 ? -yyn : 0;
      /* Stay within bounds of both yycheck and yytname.  */
      int yychecklim = YYLAST - yyn + 1;
      int yyxend = yychecklim < YYNTOKENS ? yychecklim : YYNTOKENS;
      int yyx;
      for (yyx = yyxbegin; yyx < yyxend; ++yyx)
        if (yycheck[yyx + yyn] == yyx && yyx != YYSYMBOL_YYerror
            && !yytable_value_is_error (yytable[yyx + yyn]))
          {
            if (!yyarg)
              ++yycount;
            else if (yycount == yyargn)
              return 0;
            else
              yyarg[yycount++] = YY_CAST (yysymbol_kind_t, yyx);
          }
    }
  if (yyarg && yycount == 0 && 0 < yyargn)
    yyarg[0] = YYSYMBOL_YYEMPTY;
  return yycount;
}




/* The kind of the lookahead of this context.  */
static yysymbol_kind_t
yypcontext_token (const yypcontext_t *yyctx) YY_ATTRIBUTE_UNUSED;

static yysymbol_kind_t
yypcontext_token (const yypcontext_t *yyctx)
{
  return yyctx->yytoken;
}

/* The location of the lookahead of this context.  */
static YYLTYPE *
yypcontext_location (const yypcontext_t *yyctx) YY_ATTRIBUTE_UNUSED;

static YYLTYPE *
yypcontext_location (const yypcontext_t *yyctx)
{
  return yyctx->yylloc;
}

/* User defined function to report a syntax error.  */
static int
yyreport_syntax_error (const yypcontext_t *yyctx, struct parser *p);

/*-----------------------------------------------.
| Release the memory associated to this symbol.  |
`-----------------------------------------------*/

static void
yydestruct (const char *yymsg,
            yysymbol_kind_t yykind, YYSTYPE *yyvaluep, YYLTYPE *yylocationp, struct parser *p)
{
  YY_USE (yyvaluep);
  YY_USE (yylocationp);
  YY_USE (p);
  if (!yymsg)
    yymsg = "Deleting";
  YY_SYMBOL_PRINT (yymsg, yykind, yyvaluep, yylocationp);

  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  switch (yykind)
    {
    case YYSYMBOL_struct_body: /* struct_body  */
#line 81 "lang/parse.y"
            { body_drop(((*yyvaluep).body)); }
#line 1616 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
        break;

    case YYSYMBOL_enum_body: /* enum_body  */
#line 81 "lang/parse.y"
            { body_drop(((*yyvaluep).body)); }
#line 1622 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
        break;

      default:
        break;
    }
  YY_IGNORE_MAYBE_UNINITIALIZED_END
}






/*----------.
| yyparse.  |
`----------*/

int
yyparse (struct parser *p)
{
/* Lookahead token kind.  */
int yychar;


/* The semantic value of the lookahead symbol.  */
/* Default value used for initialization, for pacifying older GCCs
   or non-GCC compilers.  */
YY_INITIAL_VALUE (static YYSTYPE yyval_default;)
YYSTYPE yylval YY_INITIAL_VALUE (= yyval_default);

/* Location data for the lookahead symbol.  */
static YYLTYPE yyloc_default
# if defined YYLTYPE_IS_TRIVIAL && YYLTYPE_IS_TRIVIAL
  = { 1, 1, 1, 1 }
# endif
;
YYLTYPE yylloc = yyloc_default;

    /* Number of syntax errors so far.  */
    int yynerrs = 0;

    yy_state_fast_t yystate = 0;
    /* Number of tokens to shift before error messages enabled.  */
    int yyerrstatus = 0;

    /* Refer to the stacks through separate pointers, to allow yyoverflow
       to reallocate them elsewhere.  */

    /* Their size.  */
    YYPTRDIFF_T yystacksize = YYINITDEPTH;

    /* The state stack: array, bottom, top.  */
    yy_state_t yyssa[YYINITDEPTH];
    yy_state_t *yyss = yyssa;
    yy_state_t *yyssp = yyss;

    /* The semantic value stack: array, bottom, top.  */
    YYSTYPE yyvsa[YYINITDEPTH];
    YYSTYPE *yyvs = yyvsa;
    YYSTYPE *yyvsp = yyvs;

    /* The location stack: array, bottom, top.  */
    YYLTYPE yylsa[YYINITDEPTH];
    YYLTYPE *yyls = yylsa;
    YYLTYPE *yylsp = yyls;

  int yyn;
  /* The return value of yyparse.  */
  int yyresult;
  /* Lookahead symbol kind.  */
  yysymbol_kind_t yytoken = YYSYMBOL_YYEMPTY;
  /* The variables used to return semantic value and location from the
     action routines.  */
  YYSTYPE yyval;
  YYLTYPE yyloc;

  /* The locations where the error started and ended.  */
  YYLTYPE yyerror_range[3];



#define YYPOPSTACK(N)   (yyvsp -= (N), yyssp -= (N), yylsp -= (N))

  /* The number of symbols on the RHS of the reduced rule.
     Keep to zero when no symbol should be popped.  */
  int yylen = 0;

  YYDPRINTF ((stderr, "Starting parse\n"));

  yychar = TOK_YYEMPTY; /* Cause a token to be read.  */

  yylsp[0] = yylloc;
  goto yysetstate;


/*------------------------------------------------------------.
| yynewstate -- push a new state, which is found in yystate.  |
`------------------------------------------------------------*/
yynewstate:
  /* In all cases, when you get here, the value and location stacks
     have just been pushed.  So pushing a state here evens the stacks.  */
  yyssp++;


/*--------------------------------------------------------------------.
| yysetstate -- set current state (the top of the stack) to yystate.  |
`--------------------------------------------------------------------*/
yysetstate:
  YYDPRINTF ((stderr, "Entering state %d\n", yystate));
  YY_ASSERT (0 <= yystate && yystate < YYNSTATES);
  YY_IGNORE_USELESS_CAST_BEGIN
  *yyssp = YY_CAST (yy_state_t, yystate);
  YY_IGNORE_USELESS_CAST_END
  YY_STACK_PRINT (yyss, yyssp);

  if (yyss + yystacksize - 1 <= yyssp)
#if !defined yyoverflow && !defined YYSTACK_RELOCATE
    YYNOMEM;
#else
    {
      /* Get the current used size of the three stacks, in elements.  */
      YYPTRDIFF_T yysize = yyssp - yyss + 1;

# if defined yyoverflow
      {
        /* Give user a chance to reallocate the stack.  Use copies of
           these so that the &'s don't force the real ones into
           memory.  */
        yy_state_t *yyss1 = yyss;
        YYSTYPE *yyvs1 = yyvs;
        YYLTYPE *yyls1 = yyls;

        /* Each stack pointer address is followed by the size of the
           data in use in that stack, in bytes.  This used to be a
           conditional around just the two extra args, but that might
           be undefined if yyoverflow is a macro.  */
        yyoverflow (YY_("memory exhausted"),
                    &yyss1, yysize * YYSIZEOF (*yyssp),
                    &yyvs1, yysize * YYSIZEOF (*yyvsp),
                    &yyls1, yysize * YYSIZEOF (*yylsp),
                    &yystacksize);
        yyss = yyss1;
        yyvs = yyvs1;
        yyls = yyls1;
      }
# else /* defined YYSTACK_RELOCATE */
      /* Extend the stack our own way.  */
      if (YYMAXDEPTH <= yystacksize)
        YYNOMEM;
      yystacksize *= 2;
      if (YYMAXDEPTH < yystacksize)
        yystacksize = YYMAXDEPTH;

      {
        yy_state_t *yyss1 = yyss;
        union yyalloc *yyptr =
          YY_CAST (union yyalloc *,
                   YYSTACK_ALLOC (YY_CAST (YYSIZE_T, YYSTACK_BYTES (yystacksize))));
        if (! yyptr)
          YYNOMEM;
        YYSTACK_RELOCATE (yyss_alloc, yyss);
        YYSTACK_RELOCATE (yyvs_alloc, yyvs);
        YYSTACK_RELOCATE (yyls_alloc, yyls);
#  undef YYSTACK_RELOCATE
        if (yyss1 != yyssa)
          YYSTACK_FREE (yyss1);
      }
# endif

      yyssp = yyss + yysize - 1;
      yyvsp = yyvs + yysize - 1;
      yylsp = yyls + yysize - 1;

      YY_IGNORE_USELESS_CAST_BEGIN
      YYDPRINTF ((stderr, "Stack size increased to %ld\n",
                  YY_CAST (long, yystacksize)));
      YY_IGNORE_USELESS_CAST_END

      if (yyss + yystacksize - 1 <= yyssp)
        YYABORT;
    }
#endif /* !defined yyoverflow && !defined YYSTACK_RELOCATE */


  if (yystate == YYFINAL)
    YYACCEPT;

  goto yybackup;


/*-----------.
| yybackup.  |
`-----------*/
yybackup:
  /* Do appropriate processing given the current state.  Read a
     lookahead token if we need one and don't already have one.  */

  /* First try to decide what to do without reference to lookahead token.  */
  yyn = yypact[yystate];
  if (yypact_value_is_default (yyn))
    goto yydefault;

  /* Not known => get a lookahead token if don't already have one.  */

  /* YYCHAR is either empty, or end-of-input, or a valid lookahead.  */
  if (yychar == TOK_YYEMPTY)
    {
      YYDPRINTF ((stderr, "Reading a token\n"));
      yychar = yylex (&yylval, &yylloc, p);
    }

  if (yychar <= TOK_YYEOF)
    {
      yychar = TOK_YYEOF;
      yytoken = YYSYMBOL_YYEOF;
      YYDPRINTF ((stderr, "Now at end of input.\n"));
    }
  else if (yychar == TOK_YYerror)
    {
      /* The scanner already issued an error message, process directly
         to error recovery.  But do not keep the error token as
         lookahead, it is too special and may lead us to an endless
         loop in error recovery. */
      yychar = TOK_YYUNDEF;
      yytoken = YYSYMBOL_YYerror;
      yyerror_range[1] = yylloc;
      goto yyerrlab1;
    }
  else
    {
      yytoken = YYTRANSLATE (yychar);
      YY_SYMBOL_PRINT ("Next token is", yytoken, &yylval, &yylloc);
    }

  /* If the proper action on seeing token YYTOKEN is to reduce or to
     detect an error, take that action.  */
  yyn += yytoken;
  if (yyn < 0 || YYLAST < yyn || yycheck[yyn] != yytoken)
    goto yydefault;
  yyn = yytable[yyn];
  if (yyn <= 0)
    {
      if (yytable_value_is_error (yyn))
        goto yyerrlab;
      yyn = -yyn;
      goto yyreduce;
    }

  /* Count tokens shifted since error; after three, turn off error
     status.  */
  if (yyerrstatus)
    yyerrstatus--;

  /* Shift the lookahead token.  */
  YY_SYMBOL_PRINT ("Shifting", yytoken, &yylval, &yylloc);
  yystate = yyn;
  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  *++yyvsp = yylval;
  YY_IGNORE_MAYBE_UNINITIALIZED_END
  *++yylsp = yylloc;

  /* Discard the shifted token.  */
  yychar = TOK_YYEMPTY;
  goto yynewstate;


/*-----------------------------------------------------------.
| yydefault -- do the default action for the current state.  |
`-----------------------------------------------------------*/
yydefault:
  yyn = yydefact[yystate];
  if (yyn == 0)
    goto yyerrlab;
  goto yyreduce;


/*-----------------------------.
| yyreduce -- do a reduction.  |
`-----------------------------*/
yyreduce:
  /* yyn is the number of a rule to reduce with.  */
  yylen = yyr2[yyn];

  /* If YYLEN is nonzero, implement the default value of the action:
     '$$ = $1'.

     Otherwise, the following line sets YYVAL to garbage.
     This behavior is undocumented and Bison
     users should not rely upon it.  Assigning to YYVAL
     unconditionally makes the parser a bit smaller, and it avoids a
     GCC warning that YYVAL may be used uninitialized.  */
  yyval = yyvsp[1-yylen];

  /* Default location. */
  YYLLOC_DEFAULT (yyloc, (yylsp - yylen), yylen);
  yyerror_range[1] = yyloc;
  YY_REDUCE_PRINT (yyn);
  switch (yyn)
    {
  case 5: /* item: clause  */
#line 128 "lang/parse.y"
                                { p->program->has_items = true; }
#line 1925 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 6: /* item: declaration  */
#line 129 "lang/parse.y"
                                { p->program->has_items = true; }
#line 1931 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 7: /* item: inline  */
#line 130 "lang/parse.y"
                                { p->program->has_items = true; }
#line 1937 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 8: /* item: translator  */
#line 131 "lang/parse.y"
                                { p->program->has_items = true; }
#line 1943 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 9: /* item: provider  */
#line 132 "lang/parse.y"
                                { p->program->has_items = true; }
#line 1949 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 12: /* item: error ';'  */
#line 135 "lang/parse.y"
                                { yyerrok; }
#line 1955 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 13: /* item: error '}'  */
#line 136 "lang/parse.y"
                                { yyerrok; }
#line 1961 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 14: /* clause: desc_list  */
#line 141 "lang/parse.y"
                                {
		bool is_end = yychar == TOK_YYEOF;

		if (p->is_lax && !is_end)
			diag_error(p->diags, (yylsp[0]), "D_SYNTAX",
				   "syntax error near \"%s\"", (yyvsp[0].descs).first->text);
		else if (p->env->form == DESC_FILE && !p->is_lax)
			diag_error(p->diags, (yylsp[0]), "D_SYNTAX",
				   "expected predicate and/or actions "
				   "following probe description");
		clause_add(p, (yylsp[0]), (yyvsp[0].descs).first, NULL, NULL, false);
	}
#line 1978 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 15: /* clause: desc_list '{' stmts '}'  */
#line 153 "lang/parse.y"
                                {
		clause_add(p, (yylsp[-3]), (yyvsp[-3].descs).first, NULL, (yyvsp[-1].list).first, true);
	}
#line 1986 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 16: /* clause: desc_list predicate '{' stmts '}'  */
#line 156 "lang/parse.y"
                                    {
		clause_add(p, (yylsp[-4]), (yyvsp[-4].descs).first, (yyvsp[-3].node), (yyvsp[-1].list).first, true);
	}
#line 1994 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 17: /* desc_list: desc  */
#line 161 "lang/parse.y"
                                { (yyval.descs) = (struct desc_list){ (yyvsp[0].desc), (yyvsp[0].desc) }; }
#line 2000 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 18: /* desc_list: desc_list ',' desc  */
#line 162 "lang/parse.y"
                                {
		(yyval.descs) = (yyvsp[-2].descs);
		(yyval.descs).last->next = (yyvsp[0].desc);
		(yyval.descs).last = (yyvsp[0].desc);
	}
#line 2010 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 19: /* desc: DESC  */
#line 169 "lang/parse.y"
                                { (yyval.desc) = desc_parse(p, (yylsp[0]), (yyvsp[0].text)); }
#line 2016 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 20: /* desc: INTEGER  */
#line 170 "lang/parse.y"
                                {
		(yyval.desc) = desc_parse(p, (yylsp[0]), arena_printf(p->arena, "%llu",
			(unsigned long long)(yyvsp[0].node)->integer.value));
	}
#line 2025 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 21: /* predicate: PRED_OPEN expr PRED_CLOSE  */
#line 176 "lang/parse.y"
                                { (yyval.node) = (yyvsp[-1].node); }
#line 2031 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 22: /* stmts: %empty  */
#line 179 "lang/parse.y"
                                { (yyval.list) = (struct node_list){ NULL, NULL }; }
#line 2037 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 23: /* stmts: stmts stmt  */
#line 180 "lang/parse.y"
                                { (yyval.list) = node_append((yyvsp[-1].list), (yyvsp[0].node)); }
#line 2043 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 24: /* stmt: ';'  */
#line 183 "lang/parse.y"
                                { (yyval.node) = NULL; }
#line 2049 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 25: /* stmt: expr ';'  */
#line 184 "lang/parse.y"
                                { (yyval.node) = node_stmt(p, (yyvsp[-1].node), (yylsp[-1])); }
#line 2055 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 26: /* stmt: IF '(' expr ')' branch  */
#line 185 "lang/parse.y"
                                       {
		(yyval.node) = node_if(p, (yyvsp[-2].node), (yyvsp[0].node), NULL, (yyloc));
	}
#line 2063 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 27: /* stmt: IF '(' expr ')' branch ELSE branch  */
#line 188 "lang/parse.y"
                                     {
		(yyval.node) = node_if(p, (yyvsp[-4].node), (yyvsp[-2].node), (yyvsp[0].node), (yyloc));
	}
#line 2071 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 28: /* stmt: error ';'  */
#line 191 "lang/parse.y"
                                { (yyval.node) = NULL; yyerrok; }
#line 2077 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 30: /* branch: '{' stmts '}'  */
#line 195 "lang/parse.y"
                                {
		(yyval.node) = node_new(p, NODE_BLOCK_STMT, (yyloc));
		(yyval.node)->block.stmts = (yyvsp[-1].list).first;
		node_set_depth(p, (yyval.node), (yyvsp[-1].list).first, NULL, NULL);
	}
#line 2087 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 32: /* expr: expr ',' assign  */
#line 205 "lang/parse.y"
                                {
		(yyval.node) = node_binary(p, NODE_COMMA, OP_ASSIGN, (yyvsp[-2].node), (yyvsp[0].node));
	}
#line 2095 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 34: /* assign: unary assign_op assign  */
#line 211 "lang/parse.y"
                                {
		(yyval.node) = node_binary(p, NODE_ASSIGN, (yyvsp[-1].op), (yyvsp[-2].node), (yyvsp[0].node));
	}
#line 2103 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 35: /* assign_op: '='  */
#line 216 "lang/parse.y"
                                { (yyval.op) = OP_ASSIGN; }
#line 2109 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 36: /* assign_op: ADD_ASSIGN  */
#line 217 "lang/parse.y"
                                { (yyval.op) = OP_ADD; }
#line 2115 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 37: /* assign_op: SUB_ASSIGN  */
#line 218 "lang/parse.y"
                                { (yyval.op) = OP_SUB; }
#line 2121 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 38: /* assign_op: MUL_ASSIGN  */
#line 219 "lang/parse.y"
                                { (yyval.op) = OP_MUL; }
#line 2127 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 39: /* assign_op: DIV_ASSIGN  */
#line 220 "lang/parse.y"
                                { (yyval.op) = OP_DIV; }
#line 2133 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 40: /* assign_op: MOD_ASSIGN  */
#line 221 "lang/parse.y"
                                { (yyval.op) = OP_MOD; }
#line 2139 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 41: /* assign_op: AND_ASSIGN  */
#line 222 "lang/parse.y"
                                { (yyval.op) = OP_AND; }
#line 2145 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 42: /* assign_op: XOR_ASSIGN  */
#line 223 "lang/parse.y"
                                { (yyval.op) = OP_XOR; }
#line 2151 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 43: /* assign_op: OR_ASSIGN  */
#line 224 "lang/parse.y"
                                { (yyval.op) = OP_OR; }
#line 2157 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 44: /* assign_op: SHL_ASSIGN  */
#line 225 "lang/parse.y"
                                { (yyval.op) = OP_SHL; }
#line 2163 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 45: /* assign_op: SHR_ASSIGN  */
#line 226 "lang/parse.y"
                                { (yyval.op) = OP_SHR; }
#line 2169 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 47: /* cond: binary '?' expr ':' cond  */
#line 230 "lang/parse.y"
                                { (yyval.node) = node_cond(p, (yyvsp[-4].node), (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2175 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 49: /* binary: binary LOR binary  */
#line 234 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_LOR, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2181 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 50: /* binary: binary LXOR binary  */
#line 235 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_LXOR, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2187 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 51: /* binary: binary LAND binary  */
#line 236 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_LAND, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2193 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 52: /* binary: binary '|' binary  */
#line 237 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_OR, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2199 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 53: /* binary: binary '^' binary  */
#line 238 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_XOR, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2205 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 54: /* binary: binary '&' binary  */
#line 239 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_AND, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2211 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 55: /* binary: binary EQ binary  */
#line 240 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_EQ, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2217 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 56: /* binary: binary NE binary  */
#line 241 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_NE, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2223 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 57: /* binary: binary '<' binary  */
#line 242 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_LT, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2229 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 58: /* binary: binary '>' binary  */
#line 243 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_GT, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2235 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 59: /* binary: binary LE binary  */
#line 244 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_LE, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2241 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 60: /* binary: binary GE binary  */
#line 245 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_GE, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2247 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 61: /* binary: binary SHL binary  */
#line 246 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_SHL, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2253 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 62: /* binary: binary SHR binary  */
#line 247 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_SHR, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2259 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 63: /* binary: binary '+' binary  */
#line 248 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_ADD, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2265 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 64: /* binary: binary '-' binary  */
#line 249 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_SUB, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2271 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 65: /* binary: binary '*' binary  */
#line 250 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_MUL, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2277 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 66: /* binary: binary '/' binary  */
#line 251 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_DIV, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2283 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 67: /* binary: binary '%' binary  */
#line 252 "lang/parse.y"
                        { (yyval.node) = node_binary(p, NODE_BINARY, OP_MOD, (yyvsp[-2].node), (yyvsp[0].node)); }
#line 2289 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 69: /* cast: '(' type_name ')' cast  */
#line 256 "lang/parse.y"
                                { (yyval.node) = node_cast(p, (yyvsp[-2].type), (yyvsp[0].node), (yyloc)); }
#line 2295 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 71: /* unary: INC unary  */
#line 260 "lang/parse.y"
                        { (yyval.node) = node_unary(p, OP_INC, false, (yyvsp[0].node), (yyloc)); }
#line 2301 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 72: /* unary: DEC unary  */
#line 261 "lang/parse.y"
                        { (yyval.node) = node_unary(p, OP_DEC, false, (yyvsp[0].node), (yyloc)); }
#line 2307 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 73: /* unary: unary_op cast  */
#line 262 "lang/parse.y"
                        { (yyval.node) = node_unary(p, (yyvsp[-1].op), false, (yyvsp[0].node), (yyloc)); }
#line 2313 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 74: /* unary: STRINGOF unary  */
#line 263 "lang/parse.y"
                        {
		(yyval.node) = node_cast(p, type_base(p->types, BASE_STRING), (yyvsp[0].node), (yyloc));
	}
#line 2321 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 75: /* unary: SIZEOF unary  */
#line 266 "lang/parse.y"
                        {
		(yyval.node) = node_new(p, NODE_SIZEOF, (yyloc));
		(yyval.node)->size.operand = (yyvsp[0].node);
		node_set_depth(p, (yyval.node), (yyvsp[0].node), NULL, NULL);
	}
#line 2331 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 76: /* unary: SIZEOF '(' type_name ')'  */
#line 271 "lang/parse.y"
                           {
		(yyval.node) = node_new(p, NODE_SIZEOF, (yyloc));
		(yyval.node)->size.of = (yyvsp[-1].type);
	}
#line 2340 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 77: /* unary_op: '!'  */
#line 277 "lang/parse.y"
                                { (yyval.op) = OP_NOT; }
#line 2346 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 78: /* unary_op: '~'  */
#line 278 "lang/parse.y"
                                { (yyval.op) = OP_COMPL; }
#line 2352 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 79: /* unary_op: '-'  */
#line 279 "lang/parse.y"
                                { (yyval.op) = OP_NEG; }
#line 2358 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 80: /* unary_op: '+'  */
#line 280 "lang/parse.y"
                                { (yyval.op) = OP_PLUS; }
#line 2364 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 81: /* unary_op: '*'  */
#line 281 "lang/parse.y"
                                { (yyval.op) = OP_DEREF; }
#line 2370 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 82: /* unary_op: '&'  */
#line 282 "lang/parse.y"
                                { (yyval.op) = OP_ADDROF; }
#line 2376 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 84: /* postfix: postfix '[' args ']'  */
#line 286 "lang/parse.y"
                                { (yyval.node) = node_index(p, (yyvsp[-3].node), (yyvsp[-1].list).first, (yyloc)); }
#line 2382 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 85: /* postfix: postfix '(' args_opt ')'  */
#line 287 "lang/parse.y"
                                { (yyval.node) = node_call(p, (yyvsp[-3].node), (yyvsp[-1].list).first, (yyloc)); }
#line 2388 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 86: /* postfix: postfix '.' IDENT  */
#line 288 "lang/parse.y"
                                {
		(yyval.node) = node_new(p, NODE_MEMBER, (yyloc));
		(yyval.node)->member.base = (yyvsp[-2].node);
		(yyval.node)->member.name = (yyvsp[0].text);
		node_set_depth(p, (yyval.node), (yyvsp[-2].node), NULL, NULL);
	}
#line 2399 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 87: /* postfix: postfix ARROW IDENT  */
#line 294 "lang/parse.y"
                                {
		(yyval.node) = node_new(p, NODE_MEMBER, (yyloc));
		(yyval.node)->member.base = (yyvsp[-2].node);
		(yyval.node)->member.name = (yyvsp[0].text);
		(yyval.node)->member.is_arrow = true;
		node_set_depth(p, (yyval.node), (yyvsp[-2].node), NULL, NULL);
	}
#line 2411 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 88: /* postfix: postfix '.' not_name  */
#line 301 "lang/parse.y"
                                { (yyval.node) = node_no_member(p, (yyvsp[-2].node), ".", (yyvsp[0].node)->loc); }
#line 2417 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 89: /* postfix: postfix ARROW not_name  */
#line 302 "lang/parse.y"
                                { (yyval.node) = node_no_member(p, (yyvsp[-2].node), "->", (yyvsp[0].node)->loc); }
#line 2423 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 90: /* postfix: postfix INC  */
#line 303 "lang/parse.y"
                        { (yyval.node) = node_unary(p, OP_INC, true, (yyvsp[-1].node), (yyloc)); }
#line 2429 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 91: /* postfix: postfix DEC  */
#line 304 "lang/parse.y"
                        { (yyval.node) = node_unary(p, OP_DEC, true, (yyvsp[-1].node), (yyloc)); }
#line 2435 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 92: /* postfix: OFFSETOF '(' type_name ',' IDENT ')'  */
#line 305 "lang/parse.y"
                                       {
		(yyval.node) = node_new(p, NODE_OFFSETOF, (yyloc));
		(yyval.node)->size.of = (yyvsp[-3].type);
		(yyval.node)->size.member = (yyvsp[-1].text);
	}
#line 2445 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 93: /* postfix: XLATE '<' type_name '>' '(' expr ')'  */
#line 310 "lang/parse.y"
                                       {
		(yyval.node) = node_new(p, NODE_XLATE, (yyloc));
		(yyval.node)->xlate.to = (yyvsp[-4].type);
		(yyval.node)->xlate.operand = (yyvsp[-1].node);
		node_set_depth(p, (yyval.node), (yyvsp[-1].node), NULL, NULL);
	}
#line 2456 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 94: /* primary: IDENT  */
#line 318 "lang/parse.y"
                        { (yyval.node) = node_name(p, (yyvsp[0].text), IDENT_GLOBAL, (yylsp[0])); }
#line 2462 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 95: /* primary: SCOPED  */
#line 319 "lang/parse.y"
                        { (yyval.node) = node_scoped_name(p, (yyvsp[0].text), (yylsp[0])); }
#line 2468 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 96: /* primary: SELF ARROW IDENT  */
#line 320 "lang/parse.y"
                        { (yyval.node) = node_name(p, (yyvsp[0].text), IDENT_SELF, (yyloc)); }
#line 2474 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 97: /* primary: THIS ARROW IDENT  */
#line 321 "lang/parse.y"
                        { (yyval.node) = node_name(p, (yyvsp[0].text), IDENT_THIS, (yyloc)); }
#line 2480 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 100: /* primary: AGG  */
#line 324 "lang/parse.y"
                        {
		(yyval.node) = node_new(p, NODE_AGG, (yylsp[0]));
		(yyval.node)->agg.name = (yyvsp[0].text);
	}
#line 2489 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 101: /* primary: '(' expr ')'  */
#line 328 "lang/parse.y"
                        { (yyval.node) = (yyvsp[-1].node); }
#line 2495 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 104: /* args_opt: %empty  */
#line 333 "lang/parse.y"
                                { (yyval.list) = (struct node_list){ NULL, NULL }; }
#line 2501 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 106: /* args: assign  */
#line 337 "lang/parse.y"
                                { (yyval.list) = (struct node_list){ (yyvsp[0].node), (yyvsp[0].node) }; }
#line 2507 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 107: /* args: args ',' assign  */
#line 338 "lang/parse.y"
                                { (yyval.list) = node_append((yyvsp[-2].list), (yyvsp[0].node)); }
#line 2513 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 108: /* declaration: decl_specs ';'  */
#line 343 "lang/parse.y"
                                        { decl_finish(p, (yyvsp[-1].specs), NULL, (yyloc)); }
#line 2519 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 109: /* declaration: decl_specs declarator_list ';'  */
#line 344 "lang/parse.y"
                                        { decl_finish(p, (yyvsp[-2].specs), (yyvsp[-1].declarator), (yyloc)); }
#line 2525 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 112: /* declarator_list: declarator_list ',' declarator  */
#line 349 "lang/parse.y"
                                        {
		(yyval.declarator) = (yyvsp[-2].declarator);
		*(yyval.declarator)->list_tail = (yyvsp[0].declarator);
		(yyval.declarator)->list_tail = &(yyvsp[0].declarator)->next;
	}
#line 2535 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 113: /* decl_specs: decl_spec  */
#line 356 "lang/parse.y"
                                {
		(yyval.specs) = decl_specs_new(p, (yylsp[0]));
		decl_add_spec(p, (yyval.specs), (yyvsp[0].spec), (yylsp[0]));
	}
#line 2544 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 114: /* decl_specs: decl_specs decl_spec  */
#line 360 "lang/parse.y"
                                {
		(yyvsp[-1].specs)->loc = (yyloc);
		decl_add_spec(p, (yyvsp[-1].specs), (yyvsp[0].spec), (yylsp[0]));
	}
#line 2553 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 115: /* decl_spec: TYPEDEF  */
#line 366 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .storage = STORAGE_TYPEDEF }; }
#line 2559 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 116: /* decl_spec: EXTERN  */
#line 367 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .storage = STORAGE_EXTERN }; }
#line 2565 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 117: /* decl_spec: STATIC  */
#line 368 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .storage = STORAGE_STATIC }; }
#line 2571 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 118: /* decl_spec: SELF  */
#line 369 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .storage = STORAGE_SELF }; }
#line 2577 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 119: /* decl_spec: THIS  */
#line 370 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .storage = STORAGE_THIS }; }
#line 2583 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 120: /* decl_spec: qualifier  */
#line 371 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .quals = (yyvsp[0].quals) }; }
#line 2589 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 121: /* decl_spec: VOID  */
#line 372 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_VOID }; }
#line 2595 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 122: /* decl_spec: CHAR  */
#line 373 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_CHAR }; }
#line 2601 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 123: /* decl_spec: SHORT  */
#line 374 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_SHORT }; }
#line 2607 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 124: /* decl_spec: INT  */
#line 375 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_INT }; }
#line 2613 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 125: /* decl_spec: LONG  */
#line 376 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_LONG }; }
#line 2619 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 126: /* decl_spec: FLOAT  */
#line 377 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_FLOAT }; }
#line 2625 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 127: /* decl_spec: DOUBLE  */
#line 378 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_DOUBLE }; }
#line 2631 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 128: /* decl_spec: SIGNED  */
#line 379 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_SIGNED }; }
#line 2637 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 129: /* decl_spec: UNSIGNED  */
#line 380 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_UNSIGNED }; }
#line 2643 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 130: /* decl_spec: BOOL  */
#line 381 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_BOOL }; }
#line 2649 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 131: /* decl_spec: STRING  */
#line 382 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .word = WORD_STRING }; }
#line 2655 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 132: /* decl_spec: TYPE_NAME  */
#line 383 "lang/parse.y"
                { (yyval.spec) = (struct decl_spec){ .type = (yyvsp[0].type) }; }
#line 2661 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 134: /* qualifier: CONST  */
#line 387 "lang/parse.y"
                                { (yyval.quals) = QUAL_CONST; }
#line 2667 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 135: /* qualifier: VOLATILE  */
#line 388 "lang/parse.y"
                                { (yyval.quals) = QUAL_VOLATILE; }
#line 2673 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 136: /* tagged: struct_kw tag  */
#line 391 "lang/parse.y"
                                {
		(yyval.spec) = (struct decl_spec){ .type = decl_tagged(p, (yyvsp[-1].kind), (yyvsp[0].text), (yylsp[0])) };
	}
#line 2681 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 137: /* tagged: ENUM tag  */
#line 394 "lang/parse.y"
                                {
		(yyval.spec) = (struct decl_spec){
			.type = decl_tagged(p, TYPE_ENUM, (yyvsp[0].text), (yylsp[0])) };
	}
#line 2690 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 138: /* tagged: struct_body '}'  */
#line 398 "lang/parse.y"
                                {
		(yyval.spec) = (struct decl_spec){ .type = body_end(p, (yyvsp[-1].body)),
					 .is_definition = true };
	}
#line 2699 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 139: /* tagged: enum_body comma_opt '}'  */
#line 402 "lang/parse.y"
                                {
		(yyval.spec) = (struct decl_spec){ .type = body_end(p, (yyvsp[-2].body)),
					 .is_definition = true };
	}
#line 2708 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 140: /* struct_kw: STRUCT  */
#line 408 "lang/parse.y"
                                { (yyval.kind) = TYPE_STRUCT; }
#line 2714 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 141: /* struct_kw: UNION  */
#line 409 "lang/parse.y"
                                { (yyval.kind) = TYPE_UNION; }
#line 2720 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 144: /* struct_body: struct_kw '{'  */
#line 416 "lang/parse.y"
                                { (yyval.body) = body_begin(p, (yyvsp[-1].kind), NULL, (yylsp[-1])); }
#line 2726 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 145: /* struct_body: struct_kw tag '{'  */
#line 417 "lang/parse.y"
                                { (yyval.body) = body_begin(p, (yyvsp[-2].kind), (yyvsp[-1].text), (yylsp[-1])); }
#line 2732 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 146: /* struct_body: struct_body decl_specs ';'  */
#line 418 "lang/parse.y"
                                {
		(yyval.body) = (yyvsp[-2].body);
		body_add_members(p, (yyval.body), (yyvsp[-1].specs), NULL);
	}
#line 2741 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 147: /* struct_body: struct_body decl_specs member_declarators ';'  */
#line 422 "lang/parse.y"
                                                {
		(yyval.body) = (yyvsp[-3].body);
		body_add_members(p, (yyval.body), (yyvsp[-2].specs), (yyvsp[-1].declarator));
	}
#line 2750 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 148: /* struct_body: struct_body error ';'  */
#line 426 "lang/parse.y"
                                { (yyval.body) = (yyvsp[-2].body); yyerrok; }
#line 2756 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 150: /* member_declarators: member_declarators ',' member_declarator  */
#line 430 "lang/parse.y"
                                           {
		(yyval.declarator) = (yyvsp[-2].declarator);
		*(yyval.declarator)->list_tail = (yyvsp[0].declarator);
		(yyval.declarator)->list_tail = &(yyvsp[0].declarator)->next;
	}
#line 2766 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 152: /* member_declarator: declarator ':' cond  */
#line 438 "lang/parse.y"
                                { (yyvsp[-2].declarator)->bits = (yyvsp[0].node); }
#line 2772 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 153: /* member_declarator: ':' cond  */
#line 439 "lang/parse.y"
                                {
		(yyval.declarator) = declarator_new(p, NULL, (yylsp[-1]));
		(yyval.declarator)->bits = (yyvsp[0].node);
	}
#line 2781 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 154: /* enum_body: ENUM '{' enumerator  */
#line 445 "lang/parse.y"
                                {
		(yyval.body) = body_begin(p, TYPE_ENUM, NULL, (yylsp[-2]));
		body_add_enumerator(p, (yyval.body), (yyvsp[0].enumerator).name, (yylsp[0]), (yyvsp[0].enumerator).value);
	}
#line 2790 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 155: /* enum_body: ENUM tag '{' enumerator  */
#line 449 "lang/parse.y"
                                {
		(yyval.body) = body_begin(p, TYPE_ENUM, (yyvsp[-2].text), (yylsp[-2]));
		body_add_enumerator(p, (yyval.body), (yyvsp[0].enumerator).name, (yylsp[0]), (yyvsp[0].enumerator).value);
	}
#line 2799 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 156: /* enum_body: enum_body ',' enumerator  */
#line 453 "lang/parse.y"
                                {
		(yyval.body) = (yyvsp[-2].body);
		body_add_enumerator(p, (yyval.body), (yyvsp[0].enumerator).name, (yylsp[0]), (yyvsp[0].enumerator).value);
	}
#line 2808 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 157: /* enumerator: IDENT  */
#line 459 "lang/parse.y"
                                { (yyval.enumerator) = (struct enumerator){ (yyvsp[0].text), NULL }; }
#line 2814 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 158: /* enumerator: IDENT '=' cond  */
#line 460 "lang/parse.y"
                                { (yyval.enumerator) = (struct enumerator){ (yyvsp[-2].text), (yyvsp[0].node) }; }
#line 2820 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 161: /* pointer: '*'  */
#line 469 "lang/parse.y"
                                { (yyval.quals) = 0; }
#line 2826 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 162: /* pointer: '*' qualifiers  */
#line 470 "lang/parse.y"
                                { (yyval.quals) = (yyvsp[0].quals); }
#line 2832 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 164: /* qualifiers: qualifiers qualifier  */
#line 474 "lang/parse.y"
                                { (yyval.quals) = (yyvsp[-1].quals) | (yyvsp[0].quals); }
#line 2838 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 166: /* declarator: pointer declarator  */
#line 478 "lang/parse.y"
                                {
		(yyval.declarator) = (yyvsp[0].declarator);
		declarator_add(p, (yyval.declarator), MOD_POINTER)->quals = (yyvsp[-1].quals);
	}
#line 2847 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 167: /* direct_declarator: IDENT  */
#line 484 "lang/parse.y"
                                { (yyval.declarator) = declarator_new(p, (yyvsp[0].text), (yylsp[0])); }
#line 2853 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 168: /* direct_declarator: '(' declarator ')'  */
#line 485 "lang/parse.y"
                                { (yyval.declarator) = (yyvsp[-1].declarator); }
#line 2859 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 169: /* direct_declarator: direct_declarator suffix  */
#line 486 "lang/parse.y"
                                { (yyval.declarator) = declarator_join(p, (yyvsp[-1].declarator), (yyvsp[0].mod)); }
#line 2865 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 170: /* abstract: pointer  */
#line 489 "lang/parse.y"
                                {
		(yyval.declarator) = declarator_new(p, NULL, (yylsp[0]));
		declarator_add(p, (yyval.declarator), MOD_POINTER)->quals = (yyvsp[0].quals);
	}
#line 2874 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 172: /* abstract: pointer abstract  */
#line 494 "lang/parse.y"
                                {
		(yyval.declarator) = (yyvsp[0].declarator);
		declarator_add(p, (yyval.declarator), MOD_POINTER)->quals = (yyvsp[-1].quals);
	}
#line 2883 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 173: /* direct_abstract: '(' abstract ')'  */
#line 500 "lang/parse.y"
                                { (yyval.declarator) = (yyvsp[-1].declarator); }
#line 2889 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 174: /* direct_abstract: suffix  */
#line 501 "lang/parse.y"
                                {
		(yyval.declarator) = declarator_join(p, declarator_new(p, NULL, (yylsp[0])), (yyvsp[0].mod));
	}
#line 2897 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 175: /* direct_abstract: direct_abstract suffix  */
#line 504 "lang/parse.y"
                                { (yyval.declarator) = declarator_join(p, (yyvsp[-1].declarator), (yyvsp[0].mod)); }
#line 2903 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 176: /* suffix: '[' ']'  */
#line 507 "lang/parse.y"
                                { (yyval.mod) = decl_mod_new(p, MOD_ARRAY); }
#line 2909 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 177: /* suffix: '[' cond ']'  */
#line 508 "lang/parse.y"
                                {
		(yyval.mod) = decl_mod_new(p, MOD_ARRAY);
		(yyval.mod)->elem_cnt = (yyvsp[-1].node);
	}
#line 2918 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 178: /* suffix: '[' params ']'  */
#line 512 "lang/parse.y"
                                {
		(yyval.mod) = decl_mod_new(p, MOD_ARRAY);
		(yyval.mod)->params = (yyvsp[-1].params);
	}
#line 2927 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 179: /* suffix: '(' params_opt ')'  */
#line 516 "lang/parse.y"
                                {
		(yyval.mod) = decl_mod_new(p, MOD_FUNCTION);
		(yyval.mod)->params = (yyvsp[-1].params);
	}
#line 2936 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 180: /* params_opt: %empty  */
#line 522 "lang/parse.y"
                                { (yyval.params) = param_list_new(p, (yyloc)); }
#line 2942 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 182: /* params_opt: params ',' ELLIPSIS  */
#line 524 "lang/parse.y"
                                { (yyval.params) = (yyvsp[-2].params); (yyval.params)->is_variadic = true; }
#line 2948 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 183: /* params_opt: ELLIPSIS  */
#line 525 "lang/parse.y"
                                {
		(yyval.params) = param_list_new(p, (yylsp[0]));
		(yyval.params)->is_variadic = true;
	}
#line 2957 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 184: /* params: param  */
#line 531 "lang/parse.y"
                                {
		(yyval.params) = param_list_new(p, (yylsp[0]));
		param_add(p, (yyval.params), (yyvsp[0].param).specs, (yyvsp[0].param).declarator, (yylsp[0]));
	}
#line 2966 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 185: /* params: params ',' param  */
#line 535 "lang/parse.y"
                                {
		(yyval.params) = (yyvsp[-2].params);
		param_add(p, (yyval.params), (yyvsp[0].param).specs, (yyvsp[0].param).declarator, (yylsp[0]));
	}
#line 2975 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 186: /* param: decl_specs  */
#line 541 "lang/parse.y"
                                { (yyval.param) = (struct param_parts){ (yyvsp[0].specs), NULL }; }
#line 2981 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 187: /* param: decl_specs declarator  */
#line 542 "lang/parse.y"
                                { (yyval.param) = (struct param_parts){ (yyvsp[-1].specs), (yyvsp[0].declarator) }; }
#line 2987 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 188: /* param: decl_specs abstract  */
#line 543 "lang/parse.y"
                                { (yyval.param) = (struct param_parts){ (yyvsp[-1].specs), (yyvsp[0].declarator) }; }
#line 2993 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 189: /* type_name: decl_specs  */
#line 546 "lang/parse.y"
                                { (yyval.type) = decl_type(p, (yyvsp[0].specs), NULL); }
#line 2999 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 190: /* type_name: decl_specs abstract  */
#line 547 "lang/parse.y"
                                { (yyval.type) = decl_type(p, (yyvsp[-1].specs), (yyvsp[0].declarator)); }
#line 3005 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 191: /* inline: INLINE decl_specs declarator '=' assign ';'  */
#line 552 "lang/parse.y"
                                              {
		inline_add(p, (yyvsp[-4].specs), (yyvsp[-3].declarator), (yyvsp[-1].node));
	}
#line 3013 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 192: /* translator: TRANSLATOR type_name '<' param '>' '{' translations '}'  */
#line 557 "lang/parse.y"
                                                          {
		translator_add(p, loc_join((yylsp[-7]), (yylsp[-3])), (yyvsp[-6].type), (yyvsp[-4].param).specs,
			       (yyvsp[-4].param).declarator, (yyvsp[-1].translations).first);
	}
#line 3022 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 193: /* translations: %empty  */
#line 563 "lang/parse.y"
                                {
		(yyval.translations) = (struct translation_list){ NULL, NULL };
	}
#line 3030 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 194: /* translations: translations IDENT '=' assign ';'  */
#line 566 "lang/parse.y"
                                    {
		struct translation *one = translation_new(p, (yyvsp[-3].text), (yyvsp[-1].node), (yylsp[-3]));

		(yyval.translations) = (yyvsp[-4].translations);
		if ((yyval.translations).last)
			(yyval.translations).last->next = one;
		else
			(yyval.translations).first = one;
		(yyval.translations).last = one;
	}
#line 3045 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 195: /* translations: translations error ';'  */
#line 576 "lang/parse.y"
                                { (yyval.translations) = (yyvsp[-2].translations); yyerrok; }
#line 3051 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 197: /* provider_head: PROVIDER NAME  */
#line 584 "lang/parse.y"
                                { provider_begin(p, (yyvsp[0].text), (yylsp[0])); }
#line 3057 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 201: /* probes: probes error ';'  */
#line 590 "lang/parse.y"
                                { yyerrok; }
#line 3063 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 202: /* probe: PROBE NAME probe_params  */
#line 593 "lang/parse.y"
                                {
		provider_add_probe(p, (yyvsp[-1].text), (yylsp[-1]), (yyvsp[0].params), NULL);
	}
#line 3071 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 203: /* probe: PROBE NAME probe_params ':' probe_params  */
#line 596 "lang/parse.y"
                                           {
		provider_add_probe(p, (yyvsp[-3].text), (yylsp[-3]), (yyvsp[-2].params), (yyvsp[0].params));
	}
#line 3079 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;

  case 204: /* probe_params: '(' params_opt ')'  */
#line 601 "lang/parse.y"
                                { (yyval.params) = (yyvsp[-1].params); (yyval.params)->loc = (yyloc); }
#line 3085 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"
    break;


#line 3089 "/tmp/w/lang/build-san/gen/lang/parse.tab.c"

      default: break;
    }
  /* User semantic actions sometimes alter yychar, and that requires
     that yytoken be updated with the new translation.  We take the
     approach of translating immediately before every use of yytoken.
     One alternative is translating here after every semantic action,
     but that translation would be missed if the semantic action invokes
     YYABORT, YYACCEPT, or YYERROR immediately after altering yychar or
     if it invokes YYBACKUP.  In the case of YYABORT or YYACCEPT, an
     incorrect destructor might then be invoked immediately.  In the
     case of YYERROR or YYBACKUP, subsequent parser actions might lead
     to an incorrect destructor call or verbose syntax error message
     before the lookahead is translated.  */
  YY_SYMBOL_PRINT ("-> $$ =", YY_CAST (yysymbol_kind_t, yyr1[yyn]), &yyval, &yyloc);

  YYPOPSTACK (yylen);
  yylen = 0;

  *++yyvsp = yyval;
  *++yylsp = yyloc;

  /* Now 'shift' the result of the reduction.  Determine what state
     that goes to, based on the state we popped back to and the rule
     number reduced by.  */
  {
    const int yylhs = yyr1[yyn] - YYNTOKENS;
    const int yyi = yypgoto[yylhs] + *yyssp;
    yystate = (0 <= yyi && yyi <= YYLAST && yycheck[yyi] == *yyssp
               ? yytable[yyi]
               : yydefgoto[yylhs]);
  }

  goto yynewstate;


/*--------------------------------------.
| yyerrlab -- here on detecting error.  |
`--------------------------------------*/
yyerrlab:
  /* Make sure we have latest lookahead translation.  See comments at
     user semantic actions for why this is necessary.  */
  yytoken = yychar == TOK_YYEMPTY ? YYSYMBOL_YYEMPTY : YYTRANSLATE (yychar);
  /* If not already recovering from an error, report this error.  */
  if (!yyerrstatus)
    {
      ++yynerrs;
      {
        yypcontext_t yyctx
          = {yyssp, yytoken, &yylloc};
        if (yyreport_syntax_error (&yyctx, p) == 2)
          YYNOMEM;
      }
    }

  yyerror_range[1] = yylloc;
  if (yyerrstatus == 3)
    {
      /* If just tried and failed to reuse lookahead token after an
         error, discard it.  */

      if (yychar <= TOK_YYEOF)
        {
          /* Return failure if at end of input.  */
          if (yychar == TOK_YYEOF)
            YYABORT;
        }
      else
        {
          yydestruct ("Error: discarding",
                      yytoken, &yylval, &yylloc, p);
          yychar = TOK_YYEMPTY;
        }
    }

  /* Else will try to reuse lookahead token after shifting the error
     token.  */
  goto yyerrlab1;


/*---------------------------------------------------.
| yyerrorlab -- error raised explicitly by YYERROR.  |
`---------------------------------------------------*/
yyerrorlab:
  /* Pacify compilers when the user code never invokes YYERROR and the
     label yyerrorlab therefore never appears in user code.  */
  if (0)
    YYERROR;
  ++yynerrs;

  /* Do not reclaim the symbols of the rule whose action triggered
     this YYERROR.  */
  YYPOPSTACK (yylen);
  yylen = 0;
  YY_STACK_PRINT (yyss, yyssp);
  yystate = *yyssp;
  goto yyerrlab1;


/*-------------------------------------------------------------.
| yyerrlab1 -- common code for both syntax error and YYERROR.  |
`-------------------------------------------------------------*/
yyerrlab1:
  yyerrstatus = 3;      /* Each real token shifted decrements this.  */

  /* Pop stack until we find a state that shifts the error token.  */
  for (;;)
    {
      yyn = yypact[yystate];
      if (!yypact_value_is_default (yyn))
        {
          yyn += YYSYMBOL_YYerror;
          if (0 <= yyn && yyn <= YYLAST && yycheck[yyn] == YYSYMBOL_YYerror)
            {
              yyn = yytable[yyn];
              if (0 < yyn)
                break;
            }
        }

      /* Pop the current state because it cannot handle the error token.  */
      if (yyssp == yyss)
        YYABORT;

      yyerror_range[1] = *yylsp;
      yydestruct ("Error: popping",
                  YY_ACCESSING_SYMBOL (yystate), yyvsp, yylsp, p);
      YYPOPSTACK (1);
      yystate = *yyssp;
      YY_STACK_PRINT (yyss, yyssp);
    }

  YY_IGNORE_MAYBE_UNINITIALIZED_BEGIN
  *++yyvsp = yylval;
  YY_IGNORE_MAYBE_UNINITIALIZED_END

  yyerror_range[2] = yylloc;
  ++yylsp;
  YYLLOC_DEFAULT (*yylsp, yyerror_range, 2);

  /* Shift the error token.  */
  YY_SYMBOL_PRINT ("Shifting", YY_ACCESSING_SYMBOL (yyn), yyvsp, yylsp);

  yystate = yyn;
  goto yynewstate;


/*-------------------------------------.
| yyacceptlab -- YYACCEPT comes here.  |
`-------------------------------------*/
yyacceptlab:
  yyresult = 0;
  goto yyreturnlab;


/*-----------------------------------.
| yyabortlab -- YYABORT comes here.  |
`-----------------------------------*/
yyabortlab:
  yyresult = 1;
  goto yyreturnlab;


/*-----------------------------------------------------------.
| yyexhaustedlab -- YYNOMEM (memory exhaustion) comes here.  |
`-----------------------------------------------------------*/
yyexhaustedlab:
  yyerror (&yylloc, p, YY_("memory exhausted"));
  yyresult = 2;
  goto yyreturnlab;


/*----------------------------------------------------------.
| yyreturnlab -- parsing is finished, clean up and return.  |
`----------------------------------------------------------*/
yyreturnlab:
  if (yychar != TOK_YYEMPTY)
    {
      /* Make sure we have latest lookahead translation.  See comments at
         user semantic actions for why this is necessary.  */
      yytoken = YYTRANSLATE (yychar);
      yydestruct ("Cleanup: discarding lookahead",
                  yytoken, &yylval, &yylloc, p);
    }
  /* Do not reclaim the symbols of the rule whose action triggered
     this YYABORT or YYACCEPT.  */
  YYPOPSTACK (yylen);
  YY_STACK_PRINT (yyss, yyssp);
  while (yyssp != yyss)
    {
      yydestruct ("Cleanup: popping",
                  YY_ACCESSING_SYMBOL (+*yyssp), yyvsp, yylsp, p);
      YYPOPSTACK (1);
    }
#ifndef yyoverflow
  if (yyss != yyssa)
    YYSTACK_FREE (yyss);
#endif

  return yyresult;
}

#line 603 "lang/parse.y"


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
