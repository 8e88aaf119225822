/tmp/w/lang/build-san/obj/runtime/consume/printf.o: \
 runtime/consume/printf.c runtime/consume/printf.h base/strbuf.h \
 lang/format.h base/arena.h lang/conv.def runtime/consume/address.h \
 runtime/record.h lang/ast.h base/diag.h base/src.h base/vec.h \
 base/alloc.h lang/type.h base/map.h lang/builtins.def lang/ops.def \
 lang/stability.def runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h runtime/consume/agg_ops.h \
 runtime/consume/conv.h runtime/consume/datum.h
runtime/consume/printf.h:
base/strbuf.h:
lang/format.h:
base/arena.h:
lang/conv.def:
runtime/consume/address.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
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
runtime/consume/agg_ops.h:
runtime/consume/conv.h:
runtime/consume/datum.h:
