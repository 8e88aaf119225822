/tmp/w/lang/build-san/obj/runtime/symbol/debugfile.o: \
 runtime/symbol/debugfile.c runtime/symbol/debugfile.h sdt/image.h \
 sdt/note.h base/strbuf.h base/alloc.h base/cleanup.h
runtime/symbol/debugfile.h:
sdt/image.h:
sdt/note.h:
base/strbuf.h:
base/alloc.h:
base/cleanup.h:
