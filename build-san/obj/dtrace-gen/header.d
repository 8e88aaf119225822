/tmp/w/lang/build-san/obj/dtrace-gen/header.o: dtrace-gen/header.c \
 dtrace-gen/header.h base/strbuf.h lang/ast.h base/diag.h base/arena.h \
 base/src.h base/vec.h base/alloc.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def sdt/name.h
dtrace-gen/header.h:
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
sdt/name.h:
