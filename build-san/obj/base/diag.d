/tmp/w/lang/build-san/obj/base/diag.o: base/diag.c base/diag.h \
 base/arena.h base/src.h base/vec.h base/alloc.h base/strbuf.h
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
