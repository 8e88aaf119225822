/tmp/w/lang/build-san/obj/cmd/words.o: cmd/words.c cmd/words.h \
 base/arena.h base/vec.h base/alloc.h base/strbuf.h
cmd/words.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
