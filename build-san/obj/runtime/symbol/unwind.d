/tmp/w/lang/build-san/obj/runtime/symbol/unwind.o: \
 runtime/symbol/unwind.c runtime/symbol/unwind.h runtime/symbol/usersym.h \
 base/alloc.h base/cleanup.h
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
base/alloc.h:
base/cleanup.h:
