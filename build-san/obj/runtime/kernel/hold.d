/tmp/w/lang/build-san/obj/runtime/kernel/hold.o: runtime/kernel/hold.c \
 runtime/kernel/hold.h base/alloc.h base/vec.h runtime/kernel/thread.h
runtime/kernel/hold.h:
base/alloc.h:
base/vec.h:
runtime/kernel/thread.h:
