/tmp/w/lang/build-san/obj/base/src.o: base/src.c base/src.h base/arena.h \
 base/vec.h base/alloc.h
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
