/tmp/w/lang/build-san/obj/runtime/consume/aggregate.o: \
 runtime/consume/aggregate.c runtime/consume/aggregate.h base/map.h \
 base/strbuf.h base/vec.h base/alloc.h lang/format.h base/arena.h \
 lang/conv.def runtime/consume/address.h runtime/record.h lang/ast.h \
 base/diag.h base/src.h lang/type.h lang/builtins.def lang/ops.def \
 lang/stability.def runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h runtime/consume/agg_ops.h \
 runtime/consume/agg_bars.h runtime/consume/agg_rows.h \
 runtime/consume/agg_take.h runtime/consume/conv.h \
 runtime/consume/datum.h runtime/consume/printf.h
runtime/consume/aggregate.h:
base/map.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
lang/format.h:
base/arena.h:
lang/conv.def:
runtime/consume/address.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/src.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
runtime/consume/agg_ops.h:
runtime/consume/agg_bars.h:
runtime/consume/agg_rows.h:
runtime/consume/agg_take.h:
runtime/consume/conv.h:
runtime/consume/datum.h:
runtime/consume/printf.h:
