/tmp/w/lang/build-san/obj/lang/copy.o: lang/copy.c lang/copy.h \
 base/arena.h lang/ast.h base/diag.h base/src.h base/vec.h base/alloc.h \
 base/strbuf.h lang/type.h base/map.h lang/builtins.def lang/ops.def \
 lang/stability.def lang/walk.h
lang/copy.h:
base/arena.h:
lang/ast.h:
base/diag.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
lang/walk.h:
