// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/symbols.h"

#include "base/arena.h"
#include "runtime/dlib/dlib.h"
#include "runtime/symbol/demangle.h"
#include "runtime/symbol/kallsyms.h"
#include "runtime/symbol/unwind/dwfl_unwind.h"
#include "runtime/symbol/usersym.h"
#include "runtime/types/btf.h"

void session_open_symbols(struct session_symbols *symbols, struct arena *arena)
{
	symbols->kallsyms = kallsyms_create(NULL);
	symbols->usersym = usersym_create();
	symbols->demangler = demangler_create();
	symbols->type_source = btf_source_create(NULL, symbols->kallsyms);
	symbols->dlib = dlib_create(arena);
}

void session_close_symbols(struct session_symbols *symbols)
{
	dlib_destroy(symbols->dlib);
	btf_source_destroy(symbols->type_source);
	kallsyms_destroy(symbols->kallsyms);
	unwinder_destroy(symbols->unwinder);
	usersym_destroy(symbols->usersym);
	demangler_destroy(symbols->demangler);
}
