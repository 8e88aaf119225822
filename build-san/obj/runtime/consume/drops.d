/tmp/w/lang/build-san/obj/runtime/consume/drops.o: \
 runtime/consume/drops.c runtime/consume/drops.h runtime/record.h \
 lang/ast.h base/diag.h base/arena.h base/src.h base/vec.h base/alloc.h \
 base/strbuf.h lang/type.h base/map.h lang/builtins.def lang/ops.def \
 lang/stability.def
runtime/consume/drops.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
