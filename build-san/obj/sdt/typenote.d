/tmp/w/lang/build-san/obj/sdt/typenote.o: sdt/typenote.c sdt/typenote.h \
 base/arena.h base/strbuf.h sdt/note.h base/vec.h base/alloc.h
sdt/typenote.h:
base/arena.h:
base/strbuf.h:
sdt/note.h:
base/vec.h:
base/alloc.h:
