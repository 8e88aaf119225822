/tmp/w/lang/build-san/obj/linker/operand.o: linker/operand.c \
 linker/operand.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h linker/probes.h base/map.h lang/ast.h \
 lang/type.h lang/builtins.def lang/ops.def lang/stability.def sdt/note.h \
 base/cleanup.h
linker/operand.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
linker/probes.h:
base/map.h:
lang/ast.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
sdt/note.h:
base/cleanup.h:
