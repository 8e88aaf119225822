/tmp/w/lang/build-san/obj/linker/is_enabled.o: linker/is_enabled.c \
 linker/is_enabled.h base/strbuf.h linker/target.h sdt/note.h \
 linker/machine.def linker/elf_image.h base/arena.h base/vec.h \
 base/alloc.h
linker/is_enabled.h:
base/strbuf.h:
linker/target.h:
sdt/note.h:
linker/machine.def:
linker/elf_image.h:
base/arena.h:
base/vec.h:
base/alloc.h:
