/tmp/w/lang/build-san/obj/lang/attribute.o: lang/attribute.c \
 lang/attribute.h base/strbuf.h lang/ast.h base/diag.h base/arena.h \
 base/src.h base/vec.h base/alloc.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def lang/builtin.h \
 lang/stability.h lang/walk.h
lang/attribute.h:
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
lang/builtin.h:
lang/stability.h:
lang/walk.h:
