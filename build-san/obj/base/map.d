/tmp/w/lang/build-san/obj/base/map.o: base/map.c base/map.h base/alloc.h
base/map.h:
base/alloc.h:
