/tmp/w/lang/build-san/obj/lang/dump.o: lang/dump.c lang/dump.h \
 base/strbuf.h lang/ast.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h lang/type.h base/map.h lang/builtins.def lang/ops.def \
 lang/stability.def lang/stability.h
lang/dump.h:
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
lang/stability.h:
