/tmp/w/lang/build-san/obj/linker/target.o: linker/target.c \
 linker/target.h sdt/note.h base/strbuf.h linker/machine.def
linker/target.h:
sdt/note.h:
base/strbuf.h:
linker/machine.def:
