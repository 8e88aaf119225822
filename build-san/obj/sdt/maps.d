/tmp/w/lang/build-san/obj/sdt/maps.o: sdt/maps.c sdt/maps.h base/alloc.h \
 base/cleanup.h
sdt/maps.h:
base/alloc.h:
base/cleanup.h:
