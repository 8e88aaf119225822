/tmp/w/lang/build-san/gen/runtime/dlib/texts.o: \
 /tmp/w/lang/build-san/gen/runtime/dlib/texts.c runtime/dlib/dlib.h \
 base/arena.h lang/library.h base/diag.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h lang/ast.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def
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
