/tmp/w/lang/build-san/obj/base/alloc.o: base/alloc.c base/alloc.h
base/alloc.h:
