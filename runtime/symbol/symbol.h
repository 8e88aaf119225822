/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses as text, in the forms of D: stack frames, %a and %A, and the text
 * of sym(), func(), mod() and the same for user addresses.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_SYMBOL_H
#define DTRACE_RUNTIME_SYMBOL_SYMBOL_H

#include <stdint.h>
#include <sys/types.h>

#include "base/text/strbuf.h"
#include "runtime/symbol/demangle.h"
#include "runtime/symbol/kallsyms.h"
#include "runtime/symbol/unwind/dwfl_unwind.h"
#include "runtime/symbol/usersym.h"

/* All are borrowed. */
struct symbols {
	/* NULL: nothing is known about those addresses */
	struct kallsyms *kernel;
	struct usersym *user;
	struct demangler *demangler; /* NULL: names as in the symbol table */
	struct unwinder *unwinder; /* of copied stacks; NULL: there are none */
};

enum sym_form {
	SYM_FRAME, /* vmlinux`do_exit+0x10; no +0x0 */
	/*
	 * The same for a return address: a call of a function that never
	 * returns may be the last instruction of its caller, and then the
	 * return address is in the next function.
	 */
	SYM_RETURN,
	SYM_FUNCTION, /* vmlinux`do_exit */
	SYM_OBJECT, /* vmlinux */
	SYM_OFFSET, /* libc.so.6:0x26b10; for processes only (noresolve) */
};

/*
 * Append @kaddr, or @uaddr of process @pid: OBJECT`0xADDR if no function is
 * known, 0xADDR if no object is known. Return 0, or -errno: only a number was
 * appended.
 */
int sym_kernel_text(const struct symbols *syms, uint64_t kaddr,
		    enum sym_form form, struct strbuf *sb);
int sym_user_text(const struct symbols *syms, pid_t pid, uint64_t uaddr,
		  enum sym_form form, struct strbuf *sb);

/*
 * The start of the function around the address, which is the key of func() and
 * ufunc(); the address itself if none is known.
 */
uint64_t sym_kernel_start(const struct symbols *syms, uint64_t kaddr);
uint64_t sym_user_start(const struct symbols *syms, pid_t pid, uint64_t uaddr);
/* The same for mod() and umod(): one address for each object. */
uint64_t sym_kernel_object(const struct symbols *syms, uint64_t kaddr);
uint64_t sym_user_object(const struct symbols *syms, pid_t pid, uint64_t uaddr);

#endif
