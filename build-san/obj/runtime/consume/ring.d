/tmp/w/lang/build-san/obj/runtime/consume/ring.o: runtime/consume/ring.c \
 runtime/consume/ring.h base/vec.h base/alloc.h runtime/record.h \
 lang/ast.h base/diag.h base/arena.h base/src.h base/strbuf.h lang/type.h \
 base/map.h lang/builtins.def lang/ops.def lang/stability.def
runtime/consume/ring.h:
base/vec.h:
base/alloc.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
base/strbuf.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
