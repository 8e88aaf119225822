/tmp/w/lang/build-san/obj/runtime/consume/recent.o: \
 runtime/consume/recent.c runtime/consume/recent.h base/vec.h \
 base/alloc.h runtime/consume/ring.h
runtime/consume/recent.h:
base/vec.h:
base/alloc.h:
runtime/consume/ring.h:
