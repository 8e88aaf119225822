/tmp/w/lang/build-san/obj/linker/probes.o: linker/probes.c \
 linker/probes.h base/arena.h base/map.h lang/ast.h base/diag.h \
 base/src.h base/vec.h base/alloc.h base/strbuf.h lang/type.h \
 lang/builtins.def lang/ops.def lang/stability.def
linker/probes.h:
base/arena.h:
base/map.h:
lang/ast.h:
base/diag.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
