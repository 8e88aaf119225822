/tmp/w/lang/build-san/obj/sdt/file.o: sdt/file.c sdt/file.h base/arena.h \
 sdt/note.h base/strbuf.h sdt/site.h sdt/typenote.h base/cleanup.h \
 base/vec.h base/alloc.h sdt/arg.h sdt/dynamic.h sdt/image.h sdt/name.h \
 sdt/reloc.h sdt/symtab.h
sdt/file.h:
base/arena.h:
sdt/note.h:
base/strbuf.h:
sdt/site.h:
sdt/typenote.h:
base/cleanup.h:
base/vec.h:
base/alloc.h:
sdt/arg.h:
sdt/dynamic.h:
sdt/image.h:
sdt/name.h:
sdt/reloc.h:
sdt/symtab.h:
