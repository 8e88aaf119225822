// SPDX-License-Identifier: BSD-2-Clause
/*
 * The forms of addresses, in one place, so that stack(), %a and sym() agree:
 *
 *	vmlinux`do_exit+0x10	object, function and offset are known
 *	libc.so.6`0x7f2e000a5b10	only the object is known
 *	0x7f2e000a5b10		nothing is known
 */
#include "runtime/symbol/symbol.h"

#include <errno.h>
#include <inttypes.h>

#include "base/text/printable.h"

struct text {
	const char *object;
	const char *name; /* NULL: not known */
	uint64_t off_bytes;
	uint64_t addr;
};

static void put_symbol(const struct text *text, enum sym_form form,
		       struct strbuf *sb)
{
	printable_puts(text->object, sb);
	if (form == SYM_OBJECT)
		return;
	if (!text->name) {
		strbuf_printf(sb, "`0x%" PRIx64, text->addr);
		return;
	}
	strbuf_putc(sb, '`');
	printable_puts(text->name, sb);
	if (form != SYM_FUNCTION && text->off_bytes)
		strbuf_printf(sb, "+0x%" PRIx64, text->off_bytes);
}

static const char *readable(const struct symbols *syms, const char *name)
{
	return name && syms->demangler ? demangle(syms->demangler, name) : name;
}

static int find_kernel(const struct symbols *syms, uint64_t kaddr,
		       enum sym_form form, struct kallsyms_symbol *ret)
{
	struct kallsyms_symbol call;
	int err = syms->kernel ? kallsyms_find(syms->kernel, kaddr, ret) :
				 -ENOENT;

	if (form == SYM_RETURN && kaddr && syms->kernel &&
	    (err || !ret->off_bytes) &&
	    !kallsyms_find(syms->kernel, kaddr - 1, &call)) {
		call.off_bytes++;
		*ret = call;
		return 0;
	}
	return err;
}

static int find_user(const struct symbols *syms, pid_t pid, uint64_t uaddr,
		     enum sym_form form, struct usersym_symbol *ret)
{
	struct usersym_symbol call;
	int err = syms->user ? usersym_find(syms->user, pid, uaddr, ret) :
			       -ENOENT;

	if (form == SYM_RETURN && syms->user &&
	    (err || !ret->name || !ret->off_bytes) &&
	    !usersym_find(syms->user, pid, uaddr - 1, &call) && call.name) {
		call.off_bytes++;
		*ret = call;
		err = 0;
	} else if (!err && form == SYM_RETURN && ret->is_compiled) {
		/* its name may have been moved by the second lookup */
		err = usersym_find(syms->user, pid, uaddr, ret);
	}
	return err;
}

int sym_kernel_text(const struct symbols *syms, uint64_t kaddr,
		    enum sym_form form, struct strbuf *sb)
{
	struct kallsyms_symbol symbol;
	int err = find_kernel(syms, kaddr, form, &symbol);

	if (err) {
		strbuf_printf(sb, "0x%" PRIx64, kaddr);
		return err;
	}
	put_symbol(&(struct text){ symbol.module, readable(syms, symbol.name),
				   symbol.off_bytes, kaddr },
		   form, sb);
	return 0;
}

int sym_user_text(const struct symbols *syms, pid_t pid, uint64_t uaddr,
		  enum sym_form form, struct strbuf *sb)
{
	struct usersym_symbol symbol;
	int err = find_user(syms, pid, uaddr, form, &symbol);

	if (err) {
		strbuf_printf(sb, "0x%" PRIx64, uaddr);
		return err;
	}
	if (form == SYM_OFFSET) {
		printable_puts(symbol.object, sb);
		strbuf_printf(sb, ":0x%" PRIx64, symbol.object_off);
		return 0;
	}
	put_symbol(&(struct text){ symbol.object,
				   symbol.is_compiled ?
					   symbol.name :
					   readable(syms, symbol.name),
				   symbol.off_bytes, uaddr },
		   form, sb);
	return 0;
}

uint64_t sym_kernel_start(const struct symbols *syms, uint64_t kaddr)
{
	struct kallsyms_symbol symbol;

	if (!syms->kernel || kallsyms_find(syms->kernel, kaddr, &symbol))
		return kaddr;
	return symbol.start_kaddr;
}

uint64_t sym_user_start(const struct symbols *syms, pid_t pid, uint64_t uaddr)
{
	struct usersym_symbol symbol;

	if (!syms->user || usersym_find(syms->user, pid, uaddr, &symbol) ||
	    !symbol.name)
		return uaddr;
	return symbol.start_uaddr;
}

uint64_t sym_kernel_object(const struct symbols *syms, uint64_t kaddr)
{
	struct kallsyms_symbol symbol;

	if (!syms->kernel || kallsyms_find(syms->kernel, kaddr, &symbol))
		return kaddr;
	return symbol.module_kaddr;
}

uint64_t sym_user_object(const struct symbols *syms, pid_t pid, uint64_t uaddr)
{
	struct usersym_symbol symbol;

	if (!syms->user || usersym_find(syms->user, pid, uaddr, &symbol))
		return uaddr;
	return symbol.object_uaddr;
}
