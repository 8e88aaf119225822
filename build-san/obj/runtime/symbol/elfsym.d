/tmp/w/lang/build-san/obj/runtime/symbol/elfsym.o: \
 runtime/symbol/elfsym.c runtime/symbol/elfsym.h base/alloc.h \
 base/cleanup.h runtime/symbol/debugfile.h sdt/image.h sdt/note.h \
 base/strbuf.h sdt/symtab.h
runtime/symbol/elfsym.h:
base/alloc.h:
base/cleanup.h:
runtime/symbol/debugfile.h:
sdt/image.h:
sdt/note.h:
base/strbuf.h:
sdt/symtab.h:
