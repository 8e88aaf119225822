/tmp/w/lang/build-san/obj/runtime/consume/agg_ops.o: \
 runtime/consume/agg_ops.c runtime/consume/agg_ops.h base/strbuf.h \
 lang/ast.h base/diag.h base/arena.h base/src.h base/vec.h base/alloc.h \
 lang/type.h base/map.h lang/builtins.def lang/ops.def lang/stability.def
runtime/consume/agg_ops.h:
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
