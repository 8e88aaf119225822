/tmp/w/lang/build-san/obj/lang/decl_body.o: lang/decl_body.c lang/check.h \
 base/diag.h base/arena.h base/src.h base/vec.h base/alloc.h \
 base/strbuf.h lang/ast.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def lang/env.h lang/macros.def lang/decl.h \
 lang/parser.h
lang/check.h:
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
lang/decl.h:
lang/parser.h:
