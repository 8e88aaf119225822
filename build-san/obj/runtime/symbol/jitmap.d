/tmp/w/lang/build-san/obj/runtime/symbol/jitmap.o: \
 runtime/symbol/jitmap.c runtime/symbol/jitmap.h base/alloc.h \
 base/cleanup.h base/strbuf.h base/vec.h runtime/symbol/debugfile.h \
 sdt/image.h sdt/note.h
runtime/symbol/jitmap.h:
base/alloc.h:
base/cleanup.h:
base/strbuf.h:
base/vec.h:
runtime/symbol/debugfile.h:
sdt/image.h:
sdt/note.h:
