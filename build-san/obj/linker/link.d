/tmp/w/lang/build-san/obj/linker/link.o: linker/link.c linker/link.h \
 base/diag.h base/arena.h base/src.h base/vec.h base/alloc.h \
 base/strbuf.h lang/ast.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def linker/probes.h linker/target.h \
 sdt/note.h linker/machine.def base/file.h linker/calls.h \
 linker/operand.h linker/provider_object.h linker/rewrite.h
linker/link.h:
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
linker/probes.h:
linker/target.h:
sdt/note.h:
linker/machine.def:
base/file.h:
linker/calls.h:
linker/operand.h:
linker/provider_object.h:
linker/rewrite.h:
