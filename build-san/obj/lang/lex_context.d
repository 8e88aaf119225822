/tmp/w/lang/build-san/obj/lang/lex_context.o: lang/lex_context.c \
 lang/library.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h lang/ast.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def lang/parser.h \
 lang/env.h lang/macros.def /tmp/w/lang/build-san/gen/lang/parse.tab.h \
 lang/decl.h lang/keywords.def
lang/library.h:
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
lang/parser.h:
lang/env.h:
lang/macros.def:
/tmp/w/lang/build-san/gen/lang/parse.tab.h:
lang/decl.h:
lang/keywords.def:
