/tmp/w/lang/build-san/obj/linker/provider_object.o: \
 linker/provider_object.c linker/provider_object.h base/diag.h \
 base/arena.h base/src.h base/vec.h base/alloc.h base/strbuf.h \
 linker/probes.h base/map.h lang/ast.h lang/type.h lang/builtins.def \
 lang/ops.def lang/stability.def linker/target.h sdt/note.h \
 linker/machine.def linker/elf_image.h linker/is_enabled.h \
 linker/property.h sdt/typenote.h
linker/provider_object.h:
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
linker/target.h:
sdt/note.h:
linker/machine.def:
linker/elf_image.h:
linker/is_enabled.h:
linker/property.h:
sdt/typenote.h:
