/tmp/w/lang/build-san/obj/sdt/note.o: sdt/note.c sdt/note.h base/strbuf.h
sdt/note.h:
base/strbuf.h:
