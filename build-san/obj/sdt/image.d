/tmp/w/lang/build-san/obj/sdt/image.o: sdt/image.c sdt/image.h sdt/note.h \
 base/strbuf.h base/alloc.h base/cleanup.h
sdt/image.h:
sdt/note.h:
base/strbuf.h:
base/alloc.h:
base/cleanup.h:
