/tmp/w/lang/build-san/obj/runtime/symbol/usersym.o: \
 runtime/symbol/usersym.c runtime/symbol/usersym.h base/alloc.h \
 base/cleanup.h base/map.h base/vec.h runtime/symbol/debugfile.h \
 sdt/image.h sdt/note.h base/strbuf.h runtime/symbol/elfsym.h \
 runtime/symbol/jitmap.h sdt/maps.h
runtime/symbol/usersym.h:
base/alloc.h:
base/cleanup.h:
base/map.h:
base/vec.h:
runtime/symbol/debugfile.h:
sdt/image.h:
sdt/note.h:
base/strbuf.h:
runtime/symbol/elfsym.h:
runtime/symbol/jitmap.h:
sdt/maps.h:
