/tmp/w/lang/build-san/obj/base/file.o: base/file.c base/file.h \
 base/alloc.h base/cleanup.h
base/file.h:
base/alloc.h:
base/cleanup.h:
