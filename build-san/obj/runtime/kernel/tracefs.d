/tmp/w/lang/build-san/obj/runtime/kernel/tracefs.o: \
 runtime/kernel/tracefs.c runtime/kernel/tracefs.h base/alloc.h \
 base/cleanup.h base/strbuf.h
runtime/kernel/tracefs.h:
base/alloc.h:
base/cleanup.h:
base/strbuf.h:
