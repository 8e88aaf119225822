/tmp/w/lang/build-san/obj/linker/call_args.o: linker/call_args.c \
 linker/call_args.h base/strbuf.h lang/ast.h base/diag.h base/arena.h \
 base/src.h base/vec.h base/alloc.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def
linker/call_args.h:
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
