/tmp/w/lang/build-san/obj/runtime/process/closure.o: \
 runtime/process/closure.c runtime/process/closure.h base/vec.h \
 base/alloc.h base/cleanup.h base/strbuf.h runtime/process/ldcache.h \
 sdt/file.h base/arena.h sdt/note.h sdt/site.h sdt/typenote.h
runtime/process/closure.h:
base/vec.h:
base/alloc.h:
base/cleanup.h:
base/strbuf.h:
runtime/process/ldcache.h:
sdt/file.h:
base/arena.h:
sdt/note.h:
sdt/site.h:
sdt/typenote.h:
