/tmp/w/lang/build-san/obj/linker/property.o: linker/property.c \
 linker/property.h base/strbuf.h linker/target.h sdt/note.h \
 linker/machine.def
linker/property.h:
base/strbuf.h:
linker/target.h:
sdt/note.h:
linker/machine.def:
