/tmp/w/lang/build-san/obj/linker/elf_image.o: linker/elf_image.c \
 linker/elf_image.h base/arena.h base/strbuf.h base/vec.h base/alloc.h \
 linker/target.h sdt/note.h linker/machine.def base/cleanup.h
linker/elf_image.h:
base/arena.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
linker/target.h:
sdt/note.h:
linker/machine.def:
base/cleanup.h:
