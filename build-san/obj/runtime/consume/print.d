/tmp/w/lang/build-san/obj/runtime/consume/print.o: \
 runtime/consume/print.c runtime/consume/print.h base/strbuf.h \
 runtime/record.h lang/ast.h base/diag.h base/arena.h base/src.h \
 base/vec.h base/alloc.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def
runtime/consume/print.h:
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
