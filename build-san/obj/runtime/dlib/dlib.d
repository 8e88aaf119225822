/tmp/w/lang/build-san/obj/runtime/dlib/dlib.o: runtime/dlib/dlib.c \
 runtime/dlib/dlib.h base/arena.h lang/library.h base/diag.h base/src.h \
 base/vec.h base/alloc.h base/strbuf.h lang/ast.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def base/cleanup.h \
 base/file.h lang/parse.h lang/env.h lang/macros.def \
 runtime/provider/providers.def
runtime/dlib/dlib.h:
base/arena.h:
lang/library.h:
base/diag.h:
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
base/cleanup.h:
base/file.h:
lang/parse.h:
lang/env.h:
lang/macros.def:
runtime/provider/providers.def:
