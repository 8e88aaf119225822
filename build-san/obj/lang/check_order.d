/tmp/w/lang/build-san/obj/lang/check_order.o: lang/check_order.c \
 lang/builtin.h lang/ast.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def lang/checker.h lang/env.h \
 lang/macros.def lang/walk.h
lang/builtin.h:
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
lang/checker.h:
lang/env.h:
lang/macros.def:
lang/walk.h:
