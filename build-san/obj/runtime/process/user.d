/tmp/w/lang/build-san/obj/runtime/process/user.o: runtime/process/user.c \
 runtime/process/user.h base/alloc.h
runtime/process/user.h:
base/alloc.h:
