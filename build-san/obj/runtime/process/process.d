/tmp/w/lang/build-san/obj/runtime/process/process.o: \
 runtime/process/process.c runtime/process/process.h base/strbuf.h \
 base/vec.h base/alloc.h base/cleanup.h runtime/process/user.h
runtime/process/process.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
base/cleanup.h:
runtime/process/user.h:
