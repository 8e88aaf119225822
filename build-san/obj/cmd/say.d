/tmp/w/lang/build-san/obj/cmd/say.o: cmd/say.c cmd/say.h base/diag.h \
 base/arena.h base/src.h base/vec.h base/alloc.h base/strbuf.h
cmd/say.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
