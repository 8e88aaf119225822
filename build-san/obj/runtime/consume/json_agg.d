/tmp/w/lang/build-san/obj/runtime/consume/json_agg.o: \
 runtime/consume/json_agg.c runtime/consume/json_agg.h base/strbuf.h \
 lang/ast.h base/diag.h base/arena.h base/src.h base/vec.h base/alloc.h \
 lang/type.h base/map.h lang/builtins.def lang/ops.def lang/stability.def \
 runtime/consume/agg_ops.h runtime/record.h lang/checker.h lang/env.h \
 lang/macros.def runtime/consume/json.h runtime/consume/address.h \
 runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h
runtime/consume/json_agg.h:
base/strbuf.h:
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
runtime/consume/agg_ops.h:
runtime/record.h:
lang/checker.h:
lang/env.h:
lang/macros.def:
runtime/consume/json.h:
runtime/consume/address.h:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
