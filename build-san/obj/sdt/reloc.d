/tmp/w/lang/build-san/obj/sdt/reloc.o: sdt/reloc.c sdt/reloc.h \
 sdt/image.h sdt/note.h base/strbuf.h sdt/symtab.h base/alloc.h \
 base/cleanup.h
sdt/reloc.h:
sdt/image.h:
sdt/note.h:
base/strbuf.h:
sdt/symtab.h:
base/alloc.h:
base/cleanup.h:
