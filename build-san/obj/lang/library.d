/tmp/w/lang/build-san/obj/lang/library.o: lang/library.c lang/library.h \
 base/diag.h base/arena.h base/src.h base/vec.h base/alloc.h \
 base/strbuf.h lang/ast.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def
lang/library.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
lang/ast.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
