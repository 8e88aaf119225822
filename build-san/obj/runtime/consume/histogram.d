/tmp/w/lang/build-san/obj/runtime/consume/histogram.o: \
 runtime/consume/histogram.c runtime/consume/histogram.h base/strbuf.h \
 runtime/consume/agg_ops.h lang/ast.h base/diag.h base/arena.h base/src.h \
 base/vec.h base/alloc.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def
runtime/consume/histogram.h:
base/strbuf.h:
runtime/consume/agg_ops.h:
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
