/tmp/w/lang/build-san/obj/lang/check_args.o: lang/check_args.c \
 lang/checker.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h lang/ast.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def lang/env.h \
 lang/macros.def lang/library.h lang/parse.h
lang/checker.h:
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
lang/env.h:
lang/macros.def:
lang/library.h:
lang/parse.h:
