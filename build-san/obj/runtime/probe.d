/tmp/w/lang/build-san/obj/runtime/probe.o: runtime/probe.c \
 runtime/probe.h base/arena.h base/map.h base/vec.h base/alloc.h \
 lang/ast.h base/diag.h base/src.h base/strbuf.h lang/type.h \
 lang/builtins.def lang/ops.def lang/stability.def
runtime/probe.h:
base/arena.h:
base/map.h:
base/vec.h:
base/alloc.h:
lang/ast.h:
base/diag.h:
base/src.h:
base/strbuf.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
