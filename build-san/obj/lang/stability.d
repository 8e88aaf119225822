/tmp/w/lang/build-san/obj/lang/stability.o: lang/stability.c \
 lang/stability.h lang/ast.h base/diag.h base/arena.h base/src.h \
 base/vec.h base/alloc.h base/strbuf.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def
lang/stability.h:
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
