/tmp/w/lang/build-san/obj/sdt/symtab.o: sdt/symtab.c sdt/symtab.h \
 sdt/image.h sdt/note.h base/strbuf.h base/alloc.h base/cleanup.h
sdt/symtab.h:
sdt/image.h:
sdt/note.h:
base/strbuf.h:
base/alloc.h:
base/cleanup.h:
