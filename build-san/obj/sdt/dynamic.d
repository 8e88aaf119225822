/tmp/w/lang/build-san/obj/sdt/dynamic.o: sdt/dynamic.c sdt/dynamic.h \
 sdt/file.h base/arena.h sdt/note.h base/strbuf.h sdt/site.h \
 sdt/typenote.h sdt/image.h base/cleanup.h base/vec.h base/alloc.h
sdt/dynamic.h:
sdt/file.h:
base/arena.h:
sdt/note.h:
base/strbuf.h:
sdt/site.h:
sdt/typenote.h:
sdt/image.h:
base/cleanup.h:
base/vec.h:
base/alloc.h:
