/tmp/w/lang/build-san/obj/base/arena.o: base/arena.c base/arena.h \
 base/alloc.h
base/arena.h:
base/alloc.h:
