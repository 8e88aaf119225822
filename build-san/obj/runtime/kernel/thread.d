/tmp/w/lang/build-san/obj/runtime/kernel/thread.o: \
 runtime/kernel/thread.c runtime/kernel/thread.h
runtime/kernel/thread.h:
