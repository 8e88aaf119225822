/* SPDX-License-Identifier: CC0-1.0 */
/*
 * <sys/sdt.h> - static probes for C, C++ and assembler.
 *
 *	#include <sys/sdt.h>
 *	void deposit (struct account *a, long cents)
 *	{
 *		DTRACE_PROBE2 (bank, deposit, a->number, cents);
 *	}
 *
 * A site is a nop, which is its whole cost until it is traced. An ELF note that
 * is never loaded into memory describes it:
 *
 *	section .note.stapsdt, owner "stapsdt", type 3
 *	descriptor:	address of the nop, of _.stapsdt.base, of the semaphore
 *			"provider\0" "name\0" "arguments\0"
 *	arguments:	[-]N[f]@OPERAND, joined by blanks: N = bytes of the
 *			type, - = signed, f = floating point, OPERAND = where
 *			the compiler left the value ("-4@%eax 8@$5 8f@8(%rsp)")
 *
 * A tracer compares the address of _.stapsdt.base in the note with its address
 * in the file; the difference corrects the other two addresses after
 * prelinking. The semaphore is a counter of tracers, kept by the kernel: code
 * that prepares expensive arguments tests it first. `dtrace -h` writes the
 * macros for that.
 *
 * Macros in provider and name are expanded, so that
 *
 *	#define PROBE(name) DTRACE_PROBE (MY_PROVIDER, name)
 *
 * works; a program with `#define free my_free` fires the probe `my_free`. Not
 * so in headers that `dtrace -h` writes (in all DTRACE_PROBEn and STAP_PROBEn
 * where _SDT_HAS_SEMAPHORES is defined): there the names are also parts of the
 * name of a variable, and are not expanded.
 *
 * What the header offers:
 *
 *	DTRACE_PROBE (provider, name), DTRACE_PROBE1 ... DTRACE_PROBE12
 *	STAP_PROBE, STAP_PROBE1 ... 12	the same
 *	STAP_PROBEV (provider, name, ...)	0 to 12 arguments are counted
 *	STAP_PROBE_ASM (provider, name, operands)	text for an asm statement
 *	SDT_SEMAPHORE (provider, name);	declares a semaphore, at file scope
 *	SDT_ENABLED (provider, name) is the probe being traced?
 *
 * Switches, each a macro defined before the first #include:
 *
 *	NDTRACE			no probes at all: arguments are not evaluated
 *	_SDT_HAS_SEMAPHORES	the note names PROVIDER_NAME_semaphore, which is
 *				defined by the object that `dtrace -G` writes
 *	SDT_AUTO_SEMAPHORE	the same, but each site brings a weak hidden
 *				semaphore along: the -G object is optional and
 *				wins when it is linked
 *	STAP_SDT_V2		semaphores live in another module: not hidden
 *	STAP_SDT_ARG_CONSTRAINT	where operands may live, GCC constraint letters
 *	SDT_FLOAT_REGISTERS	gcc may leave a float in a vector register (no
 *				move; not every tracer can read those)
 *	SDT_ORDERED		memory written before a site is visible there;
 *				without it the compiler may move stores across
 *	SDT_NOP			assembler text of the site, without commas
 *	SDT_USE_VARIADIC	declare STAP_PROBEV (C99, C++11 or newer)
 */

#ifndef _SYS_SDT_H
#define _SYS_SDT_H 1

#define _SDT_STR(x)	_SDT_STR_(x)
#define _SDT_STR_(x)	#x

/*
 * 1. Machine-dependent parts, one row each.
 *
 *	NOP		the site. On x86-64 the 1-byte nop, which the note points
 *			at, is followed by the 10-byte nop
 *			66 2e 0f 1f 84 00 00 00 00 00, written as numbers because
 *			assemblers shorten the instruction. A kernel may put a
 *			call there. Never a 5-byte nop: the call some kernels
 *			make of it overwrites the red zone of leaf functions.
 *	NONE		the relocation that relocates nothing (see section 2)
 *	LETTERS		where operands may live: n constant, r register, o memory
 *			with a plain address
 *	REGS		clang takes memory whenever that is allowed, storing
 *			every argument. So the first REGS arguments must be in
 *			registers there: 6, or 2 where registers are few.
 *	PRINT		how the assembler template prints an operand
 *	VECTOR		constraint letter for floats with SDT_FLOAT_REGISTERS
 */
#ifdef __ASSEMBLER__
# define _SDT_ASIS(x)	x
#else
# define _SDT_ASIS(x)	#x	/* as it stands: R_ names are macros in <elf.h> */
#endif

#if defined __x86_64__
# define _SDT_NOP	_SDT_ASIS (nop; .8byte 0x000000841f0f2e66; .2byte 0)
# define _SDT_NONE	_SDT_ASIS (R_X86_64_NONE)
# define _SDT_LETTERS	"nor"
# define _SDT_REGS	6
# define _SDT_PRINT(a)	"%[" a "]"
# define _SDT_VECTOR	"x"
#elif defined __i386__
# define _SDT_NOP	_SDT_ASIS (nop)
# define _SDT_NONE	_SDT_ASIS (R_386_NONE)
# define _SDT_LETTERS	"nor"
# define _SDT_REGS	2
# define _SDT_PRINT(a)	"%k[" a "]"	/* %al or %ax would hide the rest of the value */
# define _SDT_VECTOR	"x"
#elif defined __aarch64__
# define _SDT_NOP	_SDT_ASIS (nop)
# define _SDT_NONE	_SDT_ASIS (R_AARCH64_NONE)
# define _SDT_LETTERS	"nor"
# define _SDT_REGS	6
# define _SDT_PRINT(a)	"%[" a "]"
# define _SDT_VECTOR	"w"
#elif defined __arm__
# define _SDT_NOP	_SDT_ASIS (nop)
# define _SDT_NONE	_SDT_ASIS (R_ARM_NONE)
# define _SDT_LETTERS	"g"
# define _SDT_REGS	2
# define _SDT_PRINT(a)	"%[" a "]"
#elif defined __riscv
# define _SDT_NOP	_SDT_ASIS (nop)
# define _SDT_NONE	_SDT_ASIS (R_RISCV_NONE)
# ifdef __clang__
#  define _SDT_LETTERS	"nmr"		/* clang 14 cannot print o */
# else
#  define _SDT_LETTERS	"nor"
# endif
# define _SDT_REGS	6
# define _SDT_PRINT(a)	"%[" a "]"
# define _SDT_VECTOR	"f"
#elif defined __powerpc__ || defined __powerpc64__
# define _SDT_NOP	_SDT_ASIS (nop)
# ifdef __powerpc64__
#  define _SDT_NONE	_SDT_ASIS (R_PPC64_NONE)
# else
#  define _SDT_NONE	_SDT_ASIS (R_PPC_NONE)
# endif
# define _SDT_LETTERS	"nZr"
# define _SDT_REGS	6
# define _SDT_PRINT(a)	"%I[" a "]%[" a "]"	/* i marks a constant */
#elif defined __s390__ || defined __s390x__
# define _SDT_NOP	_SDT_ASIS (nop 0)
# define _SDT_NONE	_SDT_ASIS (R_390_NONE)
# define _SDT_LETTERS	"nor"
# define _SDT_REGS	2
# define _SDT_PRINT(a)	"%[" a "]"
#elif defined __ia64__
# define _SDT_NOP	_SDT_ASIS (nop 0)
# define _SDT_NONE	_SDT_ASIS (BFD_RELOC_NONE)
# define _SDT_LETTERS	"nr"
# define _SDT_REGS	6
# define _SDT_PRINT(a)	"%[" a "]"
#else	/* loongarch, mips, sparc and whatever comes next */
# define _SDT_NOP	_SDT_ASIS (nop)
# define _SDT_NONE	_SDT_ASIS (BFD_RELOC_NONE)
# define _SDT_LETTERS	"nor"
# define _SDT_REGS	2
# define _SDT_PRINT(a)	"%[" a "]"
#endif

#ifdef __LP64__
# define _SDT_ADDR	.8byte
#else
# define _SDT_ADDR	.4byte
#endif

#ifdef SDT_NOP
# undef _SDT_NOP
# ifdef __ASSEMBLER__
#  define _SDT_NOP	SDT_NOP
# else
#  define _SDT_NOP	_SDT_STR (SDT_NOP)
# endif
#endif

#if defined SDT_AUTO_SEMAPHORE && !defined _SDT_HAS_SEMAPHORES
# define _SDT_HAS_SEMAPHORES 1
#endif

/* Of the note; programs ask whether _SDT_NOTE_TYPE >= 3 before they use the macros. */
#define _SDT_NOTE_NAME	"stapsdt"
#define _SDT_NOTE_TYPE	3

/* "?": the note joins the COMDAT group of its function, if that has one. */
#ifndef _SDT_ASM_SECTION_AUTOGROUP_SUPPORT
# define _SDT_ASM_SECTION_AUTOGROUP_SUPPORT 1
#endif
#if _SDT_ASM_SECTION_AUTOGROUP_SUPPORT
# define _SDT_AUTOGROUP "?"
#else
# define _SDT_AUTOGROUP ""
#endif

/*
 * 2. The text of a site, for assembler files and as strings for C.
 *
 * .reloc ties _.stapsdt.base to the code that is probed. It changes no byte;
 * without it linkers other than GNU ld drop the base under --gc-sections,
 * because notes do not count as references. Unlike a "retain" flag it needs no
 * new assembler, and code that is dropped does not keep the base alive.
 *
 * The same with the semaphore keeps functions apart that differ in the probe
 * only: linkers that fold identical functions (--icf) compare code and its
 * relocations, not notes, so that one probe would fire in the other's place.
 *
 * SDT_AUTO_SEMAPHORE: lld and mold put the end of one segment and the start of
 * the next into one page of the file. The kernel finds the semaphore by its
 * place in the file and would raise it in the first of these segments. So an
 * empty section, which all semaphores refer to, makes .probes begin a page.
 */
#ifdef __ASSEMBLER__

# ifdef _SDT_HAS_SEMAPHORES
#  define _SDT_SEM_ADDR(sem)	sem
#  define _SDT_SEM_NONE(sem)	.reloc 990b, _SDT_NONE, sem;
# else
#  define _SDT_SEM_ADDR(sem)	0
#  define _SDT_SEM_NONE(sem)
# endif

# ifdef SDT_AUTO_SEMAPHORE
#  define _SDT_SEM_DEFINE(sem)						\
	.ifndef _.stapsdt.page;						\
	.pushsection .probes,"awG","progbits",_.stapsdt.page,comdat;	\
	.balign 4096; .weak _.stapsdt.page; .hidden _.stapsdt.page;	\
	_.stapsdt.page:							\
	.popsection; .endif;						\
	.ifndef sem;							\
	.pushsection .probes,"awG","progbits",sem,comdat;		\
	.balign 2; .weak sem; .hidden sem; .type sem,"object"; .size sem, 2; \
	sem: 989: .2byte 0; .reloc 989b, _SDT_NONE, _.stapsdt.page;	\
	.popsection; .endif;
# else
#  define _SDT_SEM_DEFINE(sem)
# endif

# define _SDT_SITE(prov, name, sem, args)				\
	990: _SDT_NOP;							\
	.reloc 990b, _SDT_NONE, _.stapsdt.base;				\
	_SDT_SEM_NONE (sem)						\
	.pushsection .note.stapsdt,_SDT_AUTOGROUP,"note";		\
	.balign 4;							\
	.4byte 992f-991f, 994f-993f, _SDT_NOTE_TYPE;			\
	991: .asciz _SDT_NOTE_NAME;					\
	992: .balign 4;							\
	993: _SDT_ADDR 990b, _.stapsdt.base, _SDT_SEM_ADDR (sem);	\
	.asciz prov; .asciz name; .asciz args;				\
	994: .balign 4;							\
	.popsection;							\
	.ifndef _.stapsdt.base;						\
	.pushsection .stapsdt.base,"aG","progbits",.stapsdt.base,comdat; \
	.weak _.stapsdt.base; .hidden _.stapsdt.base;			\
	_.stapsdt.base: .space 1;					\
	.size _.stapsdt.base, 1;					\
	.popsection; .endif;						\
	_SDT_SEM_DEFINE (sem)

# ifdef NDTRACE
#  define _SDT_FIRE(prov, name, sem, n, args)
# else
/* The operands stand in the note as they are written, one blank between. */
#  define _SDT_FIRE(prov, name, sem, n, args)				\
	_SDT_SITE (prov, name, sem, _SDT_STR (_SDT_WORDS_##n args))
# endif
/* Operands as one text; with blanks between, as in C (section 6). */
# ifdef NDTRACE
#  define _SDT_ASM_SITE(prov, name, sem, text)
# else
#  define _SDT_ASM_SITE(prov, name, sem, text)	_SDT_SITE (prov, name, sem, text)
# endif
# define STAP_PROBE_ASM(prov, name, ...)	_SDT_ASM_NAMED (prov, name, _SDT_RAW (__VA_ARGS__))
# define _SDT_RAW(...)	#__VA_ARGS__
# define _SDT_WORDS_0()
# define _SDT_WORDS_1(a)			a
# define _SDT_WORDS_2(a, b)			a b
# define _SDT_WORDS_3(a, b, c)			a b c
# define _SDT_WORDS_4(a, b, c, d)		a b c d
# define _SDT_WORDS_5(a, b, c, d, e)		a b c d e
# define _SDT_WORDS_6(a, b, c, d, e, f)		a b c d e f
# define _SDT_WORDS_7(a, b, c, d, e, f, g)	a b c d e f g
# define _SDT_WORDS_8(a, b, c, d, e, f, g, h)	a b c d e f g h
# define _SDT_WORDS_9(a, b, c, d, e, f, g, h, i)	a b c d e f g h i
# define _SDT_WORDS_10(a, b, c, d, e, f, g, h, i, j) a b c d e f g h i j
# define _SDT_WORDS_11(a, b, c, d, e, f, g, h, i, j, k) a b c d e f g h i j k
# define _SDT_WORDS_12(a, b, c, d, e, f, g, h, i, j, k, l) a b c d e f g h i j k l

#else	/* C and C++ */

# ifdef _SDT_HAS_SEMAPHORES
#  define _SDT_SEM_ADDR(sem)	_SDT_STR (sem)
#  define _SDT_SEM_NONE(sem)	"\t.reloc 990b, " _SDT_NONE ", " _SDT_STR (sem) "\n"
# else
#  define _SDT_SEM_ADDR(sem)	"0"
#  define _SDT_SEM_NONE(sem)	"\n"	/* counted: see _SDT_LINES */
# endif

# ifdef SDT_AUTO_SEMAPHORE
#  define _SDT_SEM_DEFINE(sem)						\
	".ifndef _.stapsdt.page\n"					\
	"\t.pushsection .probes,\"awG\",\"progbits\",_.stapsdt.page,comdat\n" \
	"\t.balign 4096\n\t.weak _.stapsdt.page\n\t.hidden _.stapsdt.page\n" \
	"_.stapsdt.page:\n"						\
	"\t.popsection\n.endif\n"					\
	".ifndef " sem "\n"						\
	"\t.pushsection .probes,\"awG\",\"progbits\"," sem ",comdat\n"	\
	"\t.balign 2\n\t.weak " sem "\n\t.hidden " sem "\n"		\
	"\t.type " sem ",\"object\"\n\t.size " sem ", 2\n"		\
	sem ":\n989:\t.2byte 0\n"					\
	"\t.reloc 989b, " _SDT_NONE ", _.stapsdt.page\n"		\
	"\t.popsection\n.endif\n"
# else
#  define _SDT_SEM_DEFINE(sem)	""
# endif

/*
 * When gcc decides what to inline, it takes each line of an asm statement, and
 * each part between semicolons, for an instruction. There are as many here, and
 * for each argument, as in systemtap's header, so that programs get the same
 * number of sites with either.
 */
# ifdef __x86_64__
#  define _SDT_LINES	"\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
# else	/* whose nop has two semicolons fewer */
#  define _SDT_LINES	"\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
# endif

# define _SDT_SITE(prov, name, sem, args)				\
	"990:\t" _SDT_NOP "\n"						\
	"\t.reloc 990b, " _SDT_NONE ", _.stapsdt.base\n"		\
	_SDT_SEM_NONE (sem)						\
	"\t.pushsection .note.stapsdt,\"" _SDT_AUTOGROUP "\",\"note\"\n" \
	"\t.balign 4\n"							\
	"\t.4byte 992f-991f, 994f-993f, " _SDT_STR (_SDT_NOTE_TYPE) "\n"	\
	"991:\t.asciz " _SDT_STR (_SDT_NOTE_NAME) "\n"			\
	"992:\t.balign 4\n"						\
	"993:\t" _SDT_STR (_SDT_ADDR) " 990b, _.stapsdt.base, "		\
					_SDT_SEM_ADDR (sem) "\n"	\
	"\t.asciz " _SDT_STR (prov) "\n"				\
	"\t.asciz " _SDT_STR (name) "\n"				\
	args "\t.byte 0\n"						\
	"994:\t.balign 4\n"						\
	"\t.popsection\n"						\
	".ifndef _.stapsdt.base\n"					\
	"\t.pushsection .stapsdt.base,\"aG\",\"progbits\",.stapsdt.base,comdat\n" \
	"\t.weak _.stapsdt.base\n\t.hidden _.stapsdt.base\n"		\
	"_.stapsdt.base:\t.space 1\n"					\
	"\t.size _.stapsdt.base, 1\n"					\
	"\t.popsection\n.endif\n" _SDT_LINES				\
	_SDT_SEM_DEFINE (_SDT_STR (sem))

/*
 * 3. Size, sign and class of an argument, as constants for the template.
 *
 * _SDT_SN (x) is minus the size in bytes for unsigned types and plus the size
 * for signed ones: the operand modifier %n prints a constant negated, which
 * is just what the note wants. Arrays and functions are passed as pointers;
 * everything that is neither an integer nor an enum counts as unsigned.
 *
 * __builtin_classify_type: 1 integer, 2 char, 3 enum, 4 bool, 5 pointer,
 * 8 real, 9 complex, 12 and 13 struct and union, 14 array.
 */
# define _SDT_CLASS(x)	__builtin_classify_type (x)
# define _SDT_INTEGRAL(x)	(_SDT_CLASS (x) - 1U < 4)
# define _SDT_POINTER(x)	(_SDT_CLASS (x) % 9 == 5)	/* 5 or 14 */
# define _SDT_FLOAT(x)		(_SDT_CLASS (x) == 8)

# ifdef __cplusplus
/*
 * The first __sdt_test () fits only types that compare like signed integers, the
 * second one all others. An enum counts as the type it is stored in.
 * extern "C++" because templates have no C linkage, and this header may be
 * included inside extern "C".
 */
extern "C++" {
template <bool> struct __sdt_if {};
template <> struct __sdt_if<true> { typedef int __sdt_ok; };
template <typename __sdt_T, bool __sdt_enum> struct __sdt_sign
{
  template <typename __sdt_U> static char (&__sdt_test
    (typename __sdt_if<(static_cast<__sdt_U> (-1) < static_cast<__sdt_U> (1))>::__sdt_ok))[2];
  template <typename> static char (&__sdt_test (...))[1];
  enum { __sdt_yes = sizeof (__sdt_test<__sdt_T> (0)) == 2 };
};
template <typename __sdt_T> struct __sdt_sign<__sdt_T, true>
  : __sdt_sign<__underlying_type (__sdt_T), false> {};
template <typename __sdt_T> char (&__sdt_signed (const __sdt_T &))
  [1 + __sdt_sign<__sdt_T, __is_enum (__sdt_T)>::__sdt_yes];	/* not defined */
}
#  define _SDT_INT(n)	static_cast<int> (n)
#  define _SDT_SIGNED(x)	(_SDT_INTEGRAL (x) && sizeof (__sdt_signed (x)) == 2)
#  define _SDT_SIZE(x)	(_SDT_POINTER (x) ? sizeof (void *) : sizeof (x))
# else
/* Where x is of the wrong class, a type that can be compared or measured. */
#  define _SDT_INT(n)	((int) (n))
#  define _SDT_INTEGER(x)						\
	__typeof__ (__builtin_choose_expr (_SDT_INTEGRAL (x), (x), 0U))
#  define _SDT_SIGNED(x)	((_SDT_INTEGER (x)) -1 < 1)
#  define _SDT_SIZE(x)							\
	sizeof (__typeof__ (__builtin_choose_expr (_SDT_POINTER (x), (void *) 0, (x))))
# endif
# define _SDT_SN(x)	((_SDT_SIGNED (x) ? 1 : -1) * _SDT_INT (_SDT_SIZE (x)))

/*
 * 4. Operands of the asm statement and the text that prints them.
 *
 * Argument i has a constant _SDT_Si (see _SDT_SN) and its value, _SDT_Ai.
 * One more constant, _SDT_F, has bit i-1 set for a floating point argument:
 * .fill writes that many letters f. No assembler macro is needed, which would
 * cost more time than the rest of the site.
 */
# ifdef STAP_SDT_ARG_CONSTRAINT
#  define _SDT_WHERE	_SDT_STR (STAP_SDT_ARG_CONSTRAINT)
# else
#  define _SDT_WHERE	_SDT_LETTERS
#  ifdef __clang__
#   define _SDT_REGISTERS_FIRST
#  endif
# endif
# if defined SDT_FLOAT_REGISTERS && defined _SDT_VECTOR && !defined __clang__
#  define _SDT_ANYWHERE	_SDT_WHERE _SDT_VECTOR
# else
#  define _SDT_ANYWHERE	_SDT_WHERE
# endif

# define _SDT_ARG(i, where, x)						\
	[_SDT_S##i] "n" (_SDT_SN (x)), [_SDT_A##i] where (_SDT_VALUE (x))

/*
 * To clang a bool is one bit: it may leave anything in the other seven of the
 * register, unless the operand is the same value as an unsigned char.
 */
# ifndef __clang__
#  define _SDT_VALUE(x)	(x)
# elif defined __cplusplus
extern "C++" {
template <typename __sdt_T> struct __sdt_stored { typedef __sdt_T __sdt_type; };
template <> struct __sdt_stored<bool> { typedef unsigned char __sdt_type; };
template <typename __sdt_T, bool __sdt_enum> struct __sdt_value
  { typedef const __sdt_T &__sdt_type; };
template <typename __sdt_T> struct __sdt_value<__sdt_T, true>
  : __sdt_stored<__underlying_type (__sdt_T)> {};
template <> struct __sdt_value<bool, false> : __sdt_stored<bool> {};
template <> struct __sdt_value<const bool, false> : __sdt_stored<bool> {};
template <> struct __sdt_value<volatile bool, false> : __sdt_stored<bool> {};
template <> struct __sdt_value<const volatile bool, false> : __sdt_stored<bool> {};
template <typename __sdt_T> typename __sdt_value<__sdt_T, __is_enum (__sdt_T)>::__sdt_type
  __sdt_as ();	/* not defined */
}
#  define _SDT_VALUE(x)	(static_cast<__decltype (__sdt_as<__typeof__ (x)> ())> (x))
# else
#  define _SDT_BOOL(x)	((_SDT_INTEGER (x)) 2 == 1)
#  define _SDT_VALUE(x)							\
	(__builtin_choose_expr (_SDT_BOOL (x), (unsigned char)		\
	   __builtin_choose_expr (_SDT_INTEGRAL (x), (x), 0), (x)))
# endif

# define _SDT_FORMAT(blank, i, bit)					\
	"\t.ascii \"" blank "%n[_SDT_S" #i "]\"\n"			\
	"\t.fill (%c[_SDT_F]>>" #bit ")&1,1,0x66\n"			\
	"\t.ascii \"@" _SDT_PRINT ("_SDT_A" #i) "\"\n\n"

# define _SDT_FORMAT_0	""
# define _SDT_FORMAT_1	_SDT_FORMAT ("", 1, 0)
# define _SDT_FORMAT_2	_SDT_FORMAT_1 "\n" _SDT_FORMAT (" ", 2, 1)
# define _SDT_FORMAT_3	_SDT_FORMAT_2 "\n" _SDT_FORMAT (" ", 3, 2)
# define _SDT_FORMAT_4	_SDT_FORMAT_3 "\n" _SDT_FORMAT (" ", 4, 3)
# define _SDT_FORMAT_5	_SDT_FORMAT_4 "\n" _SDT_FORMAT (" ", 5, 4)
# define _SDT_FORMAT_6	_SDT_FORMAT_5 "\n" _SDT_FORMAT (" ", 6, 5)
# define _SDT_FORMAT_7	_SDT_FORMAT_6 "\n" _SDT_FORMAT (" ", 7, 6)
# define _SDT_FORMAT_8	_SDT_FORMAT_7 "\n" _SDT_FORMAT (" ", 8, 7)
# define _SDT_FORMAT_9	_SDT_FORMAT_8 "\n" _SDT_FORMAT (" ", 9, 8)
# define _SDT_FORMAT_10	_SDT_FORMAT_9 "\n" _SDT_FORMAT (" ", 10, 9)
# define _SDT_FORMAT_11	_SDT_FORMAT_10 "\n" _SDT_FORMAT (" ", 11, 10)
# define _SDT_FORMAT_12	_SDT_FORMAT_11 "\n" _SDT_FORMAT (" ", 12, 11)

/* Values wherever the compiler likes them. */
# define _SDT_OPERANDS_0()	[_SDT_A0] "n" (0)
# define _SDT_OPERANDS_1(a)	_SDT_ARG (1, _SDT_ANYWHERE, a)
# define _SDT_OPERANDS_2(a, b) _SDT_OPERANDS_1 (a), _SDT_ARG (2, _SDT_ANYWHERE, b)
# define _SDT_OPERANDS_3(a, b, c) _SDT_OPERANDS_2 (a, b), _SDT_ARG (3, _SDT_ANYWHERE, c)
# define _SDT_OPERANDS_4(a, b, c, d) _SDT_OPERANDS_3 (a, b, c), _SDT_ARG (4, _SDT_ANYWHERE, d)
# define _SDT_OPERANDS_5(a, b, c, d, e) \
	_SDT_OPERANDS_4 (a, b, c, d), _SDT_ARG (5, _SDT_ANYWHERE, e)
# define _SDT_OPERANDS_6(a, b, c, d, e, f) \
	_SDT_OPERANDS_5 (a, b, c, d, e), _SDT_ARG (6, _SDT_ANYWHERE, f)
# define _SDT_OPERANDS_7(a, b, c, d, e, f, g) \
	_SDT_OPERANDS_6 (a, b, c, d, e, f), _SDT_ARG (7, _SDT_ANYWHERE, g)
# define _SDT_OPERANDS_8(a, b, c, d, e, f, g, h) \
	_SDT_OPERANDS_7 (a, b, c, d, e, f, g), _SDT_ARG (8, _SDT_ANYWHERE, h)
# define _SDT_OPERANDS_9(a, b, c, d, e, f, g, h, i) \
	_SDT_OPERANDS_8 (a, b, c, d, e, f, g, h), _SDT_ARG (9, _SDT_ANYWHERE, i)
# define _SDT_OPERANDS_10(a, b, c, d, e, f, g, h, i, j) \
	_SDT_OPERANDS_9 (a, b, c, d, e, f, g, h, i), _SDT_ARG (10, _SDT_ANYWHERE, j)
# define _SDT_OPERANDS_11(a, b, c, d, e, f, g, h, i, j, k) \
	_SDT_OPERANDS_10 (a, b, c, d, e, f, g, h, i, j), _SDT_ARG (11, _SDT_ANYWHERE, k)
# define _SDT_OPERANDS_12(a, b, c, d, e, f, g, h, i, j, k, l) \
	_SDT_OPERANDS_11 (a, b, c, d, e, f, g, h, i, j, k), _SDT_ARG (12, _SDT_ANYWHERE, l)

/* Bit i-1: argument i is floating point; bit i+15: it fills no register. */
# define _SDT_FLAG(i, x)						\
	((_SDT_FLOAT (x) << (i - 1)) | (_SDT_WIDE (x) << (i + 15)))
# define _SDT_FLAGS_0()	0
# define _SDT_FLAGS_1(a)	_SDT_FLAG (1, a)
# define _SDT_FLAGS_2(a, b)	_SDT_FLAGS_1 (a) | _SDT_FLAG (2, b)
# define _SDT_FLAGS_3(a, b, c)	_SDT_FLAGS_2 (a, b) | _SDT_FLAG (3, c)
# define _SDT_FLAGS_4(a, b, c, d)	_SDT_FLAGS_3 (a, b, c) | _SDT_FLAG (4, d)
# define _SDT_FLAGS_5(a, b, c, d, e) _SDT_FLAGS_4 (a, b, c, d) | _SDT_FLAG (5, e)
# define _SDT_FLAGS_6(a, b, c, d, e, f) _SDT_FLAGS_5 (a, b, c, d, e) | _SDT_FLAG (6, f)
# define _SDT_FLAGS_7(a, b, c, d, e, f, g) _SDT_FLAGS_6 (a, b, c, d, e, f) | _SDT_FLAG (7, g)
# define _SDT_FLAGS_8(a, b, c, d, e, f, g, h) _SDT_FLAGS_7 (a, b, c, d, e, f, g) | _SDT_FLAG (8, h)
# define _SDT_FLAGS_9(a, b, c, d, e, f, g, h, i) \
	_SDT_FLAGS_8 (a, b, c, d, e, f, g, h) | _SDT_FLAG (9, i)
# define _SDT_FLAGS_10(a, b, c, d, e, f, g, h, i, j) \
	_SDT_FLAGS_9 (a, b, c, d, e, f, g, h, i) | _SDT_FLAG (10, j)
# define _SDT_FLAGS_11(a, b, c, d, e, f, g, h, i, j, k) \
	_SDT_FLAGS_10 (a, b, c, d, e, f, g, h, i, j) | _SDT_FLAG (11, k)
# define _SDT_FLAGS_12(a, b, c, d, e, f, g, h, i, j, k, l) \
	_SDT_FLAGS_11 (a, b, c, d, e, f, g, h, i, j, k) | _SDT_FLAG (12, l)

# ifdef _SDT_REGISTERS_FIRST
#  define _SDT_WIDE(x)							\
	(_SDT_SIZE (x) > sizeof (void *)				\
	 || (_SDT_CLASS (x) > 8 && _SDT_CLASS (x) != 14))
#  if _SDT_REGS > 2
#   define _SDT_SOMEWHERE	"nr"
#  else
#   define _SDT_SOMEWHERE	_SDT_ANYWHERE
#  endif
#  define _SDT_REGISTERS_0()	_SDT_OPERANDS_0 ()
#  define _SDT_REGISTERS_1(a)	_SDT_ARG (1, "nr", a)
#  define _SDT_REGISTERS_2(a, b)	_SDT_REGISTERS_1 (a), _SDT_ARG (2, "nr", b)
#  define _SDT_REGISTERS_3(a, b, c) _SDT_REGISTERS_2 (a, b), _SDT_ARG (3, _SDT_SOMEWHERE, c)
#  define _SDT_REGISTERS_4(a, b, c, d) _SDT_REGISTERS_3 (a, b, c), _SDT_ARG (4, _SDT_SOMEWHERE, d)
#  define _SDT_REGISTERS_5(a, b, c, d, e) \
	_SDT_REGISTERS_4 (a, b, c, d), _SDT_ARG (5, _SDT_SOMEWHERE, e)
#  define _SDT_REGISTERS_6(a, b, c, d, e, f) \
	_SDT_REGISTERS_5 (a, b, c, d, e), _SDT_ARG (6, _SDT_SOMEWHERE, f)
#  define _SDT_REGISTERS_7(a, b, c, d, e, f, g) \
	_SDT_REGISTERS_6 (a, b, c, d, e, f), _SDT_ARG (7, _SDT_ANYWHERE, g)
#  define _SDT_REGISTERS_8(a, b, c, d, e, f, g, h) \
	_SDT_REGISTERS_7 (a, b, c, d, e, f, g), _SDT_ARG (8, _SDT_ANYWHERE, h)
#  define _SDT_REGISTERS_9(a, b, c, d, e, f, g, h, i) \
	_SDT_REGISTERS_8 (a, b, c, d, e, f, g, h), _SDT_ARG (9, _SDT_ANYWHERE, i)
#  define _SDT_REGISTERS_10(a, b, c, d, e, f, g, h, i, j) \
	_SDT_REGISTERS_9 (a, b, c, d, e, f, g, h, i), _SDT_ARG (10, _SDT_ANYWHERE, j)
#  define _SDT_REGISTERS_11(a, b, c, d, e, f, g, h, i, j, k) \
	_SDT_REGISTERS_10 (a, b, c, d, e, f, g, h, i, j), _SDT_ARG (11, _SDT_ANYWHERE, k)
#  define _SDT_REGISTERS_12(a, b, c, d, e, f, g, h, i, j, k, l) \
	_SDT_REGISTERS_11 (a, b, c, d, e, f, g, h, i, j, k), _SDT_ARG (12, _SDT_ANYWHERE, l)
# else
#  define _SDT_WIDE(x)	0
# endif

/*
 * 5. The statement.
 *
 * The semaphore is an operand, so that the compiler knows of the reference.
 * That costs nothing if it is declared hidden, as `dtrace -h` does; clang would
 * load its address from the GOT otherwise, so it gets its own declaration. Not
 * in C++: in an unnamed namespace clang takes that for another variable.
 */
# if !defined _SDT_HAS_SEMAPHORES || defined SDT_AUTO_SEMAPHORE
#  define _SDT_SEM_DECLARE(sem)
#  define _SDT_SEM_OPERAND(sem)
# elif defined __clang__ && !defined STAP_SDT_V2 && !defined __cplusplus
#  define _SDT_SEM_DECLARE(sem)						\
	extern unsigned short sem##_sdt_ref __asm__ (_SDT_STR (sem))	\
		__attribute__ ((__visibility__ ("hidden")));
#  define _SDT_SEM_OPERAND(sem)	[_SDT_SEM] "m" (sem##_sdt_ref),
# else
#  define _SDT_SEM_DECLARE(sem)
#  define _SDT_SEM_OPERAND(sem)	[_SDT_SEM] "m" (sem),
# endif

# ifdef SDT_ORDERED
#  define _SDT_CLOBBER	: "memory"
# else
#  define _SDT_CLOBBER
# endif

/*
 * clang warns of a text longer than 509 characters in C89, and of 32-bit values
 * in the 64-bit registers of arm64, which the notes always name.
 */
# if defined __clang__ && (defined __aarch64__				\
	|| (!defined __cplusplus && !defined __STDC_VERSION__)		\
	|| (defined __STDC_VERSION__ && __STDC_VERSION__ < 199901L))
#  define _SDT_QUIET							\
	_Pragma ("clang diagnostic push")				\
	_Pragma ("clang diagnostic ignored \"-Woverlength-strings\"")	\
	_Pragma ("clang diagnostic ignored \"-Wasm-operand-widths\"")
#  define _SDT_LOUD	_Pragma ("clang diagnostic pop")
# else
#  define _SDT_QUIET
#  define _SDT_LOUD
# endif

# define _SDT_ASM(prov, name, sem, n, flags, operands)			\
	__asm__ __volatile__ (_SDT_SITE (prov, name, sem, _SDT_FORMAT_##n) \
			      : : _SDT_SEM_OPERAND (sem)		\
			      [_SDT_F] "n" (flags), operands _SDT_CLOBBER)

# ifdef NDTRACE
#  undef _SDT_ARG
#  undef _SDT_OPERANDS_0
#  define _SDT_ARG(i, where, x)	(void) (x)
#  define _SDT_OPERANDS_0()	(void) 0
#  define _SDT_FIRE(prov, name, sem, n, args)				\
	do { if (0) { _SDT_OPERANDS_##n args; } } while (0)
# elif defined _SDT_REGISTERS_FIRST
/* Both conditions are constants; one statement remains, also with -O0. */
#  define _SDT_FIRE(prov, name, sem, n, args)				\
	do {								\
		_SDT_QUIET _SDT_SEM_DECLARE (sem)			\
		if ((_SDT_FLAGS_##n args) >> 16)			\
			_SDT_ASM (prov, name, sem, n,			\
				  (_SDT_FLAGS_##n args) & 0xfff,	\
				  _SDT_OPERANDS_##n args);		\
		else							\
			_SDT_ASM (prov, name, sem, n,			\
				  _SDT_FLAGS_##n args,			\
				  _SDT_REGISTERS_##n args);		\
		_SDT_LOUD						\
	} while (0)
# else
#  define _SDT_FIRE(prov, name, sem, n, args)				\
	do {								\
		_SDT_QUIET _SDT_SEM_DECLARE (sem)			\
		_SDT_ASM (prov, name, sem, n, _SDT_FLAGS_##n args,	\
			  _SDT_OPERANDS_##n args);			\
		_SDT_LOUD						\
	} while (0)
# endif

/*
 * Is a tracer there? Never moved out of a loop: the empty asm may have changed
 * the counter. SDT_SEMAPHORE (prov, name); declares it, at file scope; headers
 * that `dtrace -h` writes declare theirs and use __sdt_enabled.
 */
# ifdef STAP_SDT_V2
#  define _SDT_SEM_VISIBILITY
# else
#  define _SDT_SEM_VISIBILITY	__attribute__ ((__visibility__ ("hidden")))
# endif
# ifdef __cplusplus
#  define _SDT_EXTERN	extern "C"
# else
#  define _SDT_EXTERN	extern
# endif
# define SDT_SEMAPHORE(prov, name)					\
	_SDT_EXTERN unsigned short prov##_##name##_semaphore _SDT_SEM_VISIBILITY
# define SDT_ENABLED(prov, name)					\
	__sdt_enabled (prov##_##name##_semaphore)
# ifdef NDTRACE
#  define __sdt_enabled(sem)	0
# else
#  define __sdt_enabled(sem)						\
	(__extension__ ({						\
		__asm__ __volatile__ (_SDT_SEM_DEFINE (_SDT_STR (sem))	\
				      : "+m" (sem));			\
		__builtin_expect (sem, 0); }))
# endif

/*
 * 6. Sites inside asm statements.
 *
 *	asm ("first\n" STAP_PROBE_ASM (prov, name, %rdi 8(%rsp)) "second");
 *	asm ("first %0\n"
 *	     STAP_PROBE_ASM (prov, name, STAP_PROBE_ASM_TEMPLATE (2))
 *	     : "=r" (out) : STAP_PROBE_ASM_OPERANDS (2, value, p->field));
 *
 * The first form takes operands as the assembler writes them (%%rdi if the
 * statement has operands of its own), the second one C expressions.
 */
# if (defined __STDC_VERSION__ && __STDC_VERSION__ >= 199901L) \
     || (defined __cplusplus && __cplusplus >= 201103L)
#  define STAP_PROBE_ASM(prov, name, ...)				\
	_SDT_ASM_NAMED (prov, name, _SDT_ASM_TEXT (__VA_ARGS__))
#  define STAP_PROBE_ASM_TEMPLATE(n)	_SDT_FORMAT_##n, _SDT_IS_TEMPLATE
/* A template is two macro arguments, raw operands are one. */
#  define _SDT_ASM_TEXT(...)	_SDT_3RD (__VA_ARGS__, _SDT_TEXT, _SDT_RAW, 0) (__VA_ARGS__)
#  define _SDT_3RD(a, b, c, ...)	c
#  define _SDT_TEXT(text, mark)	text
#  ifdef NDTRACE
#   define STAP_PROBE_ASM_OPERANDS(n, ...)	[_SDT_A0] "n" (0)
#  else
#   define STAP_PROBE_ASM_OPERANDS(n, ...)				\
	[_SDT_F] "n" ((_SDT_FLAGS_##n (__VA_ARGS__)) & 0xfff),		\
	_SDT_OPERANDS_##n (__VA_ARGS__)
#  endif
# else	/* without variadic macros: assembler operands only */
#  define STAP_PROBE_ASM(prov, name, operands)				\
	_SDT_ASM_NAMED (prov, name, _SDT_RAW (operands))
# endif
# define _SDT_RAW(operands)	"\t.ascii \"" _SDT_STR (operands) "\"\n"
# ifdef NDTRACE
#  define _SDT_ASM_SITE(prov, name, sem, text)	""
# else
#  define _SDT_ASM_SITE(prov, name, sem, text)	_SDT_SITE (prov, name, sem, text)
# endif
#endif	/* C and C++ */

#ifdef _SDT_HAS_SEMAPHORES
# define _SDT_ASM_NAMED(p, n, text) _SDT_ASM_SITE (#p, #n, p##_##n##_semaphore, text)
#else
# define _SDT_ASM_NAMED(p, n, text) _SDT_ASM_SITE (#p, #n, 0, text)
#endif

/*
 * 7. The macros that programs use. With semaphores, provider and name become
 * strings and parts of the semaphore's name right here; without, one level
 * further down, where macros in them have been expanded. Programs that count
 * the arguments themselves use _SDT_PROBE.
 */
#define _SDT_PROBE(p, n, k, args) _SDT_NAMED (p, n, k, args)
#ifdef _SDT_HAS_SEMAPHORES
# define _SDT_NAMED(p, n, k, args) _SDT_FIRE (#p, #n, p##_##n##_semaphore, k, args)
# define STAP_PROBE(p, n) _SDT_FIRE (#p, #n, p##_##n##_semaphore, 0, ())
# define STAP_PROBE1(p, n, a) _SDT_FIRE (#p, #n, p##_##n##_semaphore, 1, (a))
# define STAP_PROBE2(p, n, a, b) _SDT_FIRE (#p, #n, p##_##n##_semaphore, 2, (a, b))
# define STAP_PROBE3(p, n, a, b, c) _SDT_FIRE (#p, #n, p##_##n##_semaphore, 3, (a, b, c))
# define STAP_PROBE4(p, n, a, b, c, d) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 4, (a, b, c, d))
# define STAP_PROBE5(p, n, a, b, c, d, e) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 5, (a, b, c, d, e))
# define STAP_PROBE6(p, n, a, b, c, d, e, f) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 6, (a, b, c, d, e, f))
# define STAP_PROBE7(p, n, a, b, c, d, e, f, g) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 7, (a, b, c, d, e, f, g))
# define STAP_PROBE8(p, n, a, b, c, d, e, f, g, h) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 8, (a, b, c, d, e, f, g, h))
# define STAP_PROBE9(p, n, a, b, c, d, e, f, g, h, i) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 9, (a, b, c, d, e, f, g, h, i))
# define STAP_PROBE10(p, n, a, b, c, d, e, f, g, h, i, j) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 10, (a, b, c, d, e, f, g, h, i, j))
# define STAP_PROBE11(p, n, a, b, c, d, e, f, g, h, i, j, k) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 11, (a, b, c, d, e, f, g, h, i, j, k))
# define STAP_PROBE12(p, n, a, b, c, d, e, f, g, h, i, j, k, l) \
	_SDT_FIRE (#p, #n, p##_##n##_semaphore, 12, (a, b, c, d, e, f, g, h, i, j, k, l))
#else
# define _SDT_NAMED(p, n, k, args) _SDT_FIRE (#p, #n, 0, k, args)
# define STAP_PROBE(p, n) _SDT_NAMED (p, n, 0, ())
# define STAP_PROBE1(p, n, a) _SDT_NAMED (p, n, 1, (a))
# define STAP_PROBE2(p, n, a, b) _SDT_NAMED (p, n, 2, (a, b))
# define STAP_PROBE3(p, n, a, b, c) _SDT_NAMED (p, n, 3, (a, b, c))
# define STAP_PROBE4(p, n, a, b, c, d) _SDT_NAMED (p, n, 4, (a, b, c, d))
# define STAP_PROBE5(p, n, a, b, c, d, e) _SDT_NAMED (p, n, 5, (a, b, c, d, e))
# define STAP_PROBE6(p, n, a, b, c, d, e, f) _SDT_NAMED (p, n, 6, (a, b, c, d, e, f))
# define STAP_PROBE7(p, n, a, b, c, d, e, f, g) \
	_SDT_NAMED (p, n, 7, (a, b, c, d, e, f, g))
# define STAP_PROBE8(p, n, a, b, c, d, e, f, g, h) \
	_SDT_NAMED (p, n, 8, (a, b, c, d, e, f, g, h))
# define STAP_PROBE9(p, n, a, b, c, d, e, f, g, h, i) \
	_SDT_NAMED (p, n, 9, (a, b, c, d, e, f, g, h, i))
# define STAP_PROBE10(p, n, a, b, c, d, e, f, g, h, i, j) \
	_SDT_NAMED (p, n, 10, (a, b, c, d, e, f, g, h, i, j))
# define STAP_PROBE11(p, n, a, b, c, d, e, f, g, h, i, j, k) \
	_SDT_NAMED (p, n, 11, (a, b, c, d, e, f, g, h, i, j, k))
# define STAP_PROBE12(p, n, a, b, c, d, e, f, g, h, i, j, k, l) \
	_SDT_NAMED (p, n, 12, (a, b, c, d, e, f, g, h, i, j, k, l))
#endif

#define DTRACE_PROBE	STAP_PROBE
#define DTRACE_PROBE1	STAP_PROBE1
#define DTRACE_PROBE2	STAP_PROBE2
#define DTRACE_PROBE3	STAP_PROBE3
#define DTRACE_PROBE4	STAP_PROBE4
#define DTRACE_PROBE5	STAP_PROBE5
#define DTRACE_PROBE6	STAP_PROBE6
#define DTRACE_PROBE7	STAP_PROBE7
#define DTRACE_PROBE8	STAP_PROBE8
#define DTRACE_PROBE9	STAP_PROBE9
#define DTRACE_PROBE10	STAP_PROBE10
#define DTRACE_PROBE11	STAP_PROBE11
#define DTRACE_PROBE12	STAP_PROBE12

/* STAP_PROBEV picks STAP_PROBE ... STAP_PROBE12 by the number of its arguments. */
#if defined SDT_USE_VARIADIC && !defined __ASSEMBLER__
# define STAP_PROBEV(...)						\
	_SDT_15TH (__VA_ARGS__, STAP_PROBE12, STAP_PROBE11, STAP_PROBE10, \
		   STAP_PROBE9, STAP_PROBE8, STAP_PROBE7, STAP_PROBE6,	\
		   STAP_PROBE5, STAP_PROBE4, STAP_PROBE3, STAP_PROBE2,	\
		   STAP_PROBE1, STAP_PROBE, 0, 0) (__VA_ARGS__)
# define _SDT_15TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, ...)	o
#endif

#endif	/* _SYS_SDT_H */
