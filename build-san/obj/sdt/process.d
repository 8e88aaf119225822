/tmp/w/lang/build-san/obj/sdt/process.o: sdt/process.c sdt/process.h \
 sdt/file.h base/arena.h sdt/note.h base/strbuf.h sdt/site.h \
 sdt/typenote.h base/cleanup.h base/map.h base/vec.h base/alloc.h \
 sdt/maps.h
sdt/process.h:
sdt/file.h:
base/arena.h:
sdt/note.h:
base/strbuf.h:
sdt/site.h:
sdt/typenote.h:
base/cleanup.h:
base/map.h:
base/vec.h:
base/alloc.h:
sdt/maps.h:
