/tmp/w/lang/build-san/obj/sdt/file_lookup.o: sdt/file_lookup.c sdt/file.h \
 base/arena.h sdt/note.h base/strbuf.h sdt/site.h sdt/typenote.h
sdt/file.h:
base/arena.h:
sdt/note.h:
base/strbuf.h:
sdt/site.h:
sdt/typenote.h:
