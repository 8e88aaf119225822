/tmp/w/lang/build-san/obj/linker/rewrite.o: linker/rewrite.c \
 linker/rewrite.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h linker/operand.h linker/probes.h base/map.h \
 lang/ast.h lang/type.h lang/builtins.def lang/ops.def lang/stability.def \
 sdt/note.h linker/call_args.h linker/calls.h linker/elf_image.h \
 linker/target.h linker/machine.def
linker/rewrite.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
linker/operand.h:
linker/probes.h:
base/map.h:
lang/ast.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
sdt/note.h:
linker/call_args.h:
linker/calls.h:
linker/elf_image.h:
linker/target.h:
linker/machine.def:
