/tmp/w/lang/build-san/obj/runtime/consume/flow.o: runtime/consume/flow.c \
 runtime/consume/flow.h base/strbuf.h runtime/consume/ring.h base/vec.h \
 base/alloc.h runtime/record.h lang/ast.h base/diag.h base/arena.h \
 base/src.h lang/type.h base/map.h lang/builtins.def lang/ops.def \
 lang/stability.def
runtime/consume/flow.h:
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
