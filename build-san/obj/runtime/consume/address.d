/tmp/w/lang/build-san/obj/runtime/consume/address.o: \
 runtime/consume/address.c runtime/consume/address.h base/strbuf.h \
 runtime/record.h lang/ast.h base/diag.h base/arena.h base/src.h \
 base/vec.h base/alloc.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def runtime/symbol/symbol.h \
 runtime/symbol/demangle.h runtime/symbol/kallsyms.h \
 runtime/symbol/unwind.h runtime/symbol/usersym.h base/cleanup.h
runtime/consume/address.h:
base/strbuf.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
base/cleanup.h:
