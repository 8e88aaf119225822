/tmp/w/lang/build-san/obj/runtime/consume/speculate.o: \
 runtime/consume/speculate.c runtime/consume/speculate.h base/strbuf.h \
 runtime/consume/ring.h base/vec.h base/alloc.h runtime/record.h \
 lang/ast.h base/diag.h base/arena.h base/src.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def
runtime/consume/speculate.h:
base/strbuf.h:
runtime/consume/ring.h:
base/vec.h:
base/alloc.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
