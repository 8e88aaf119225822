/tmp/w/lang/build-san/obj/runtime/kernel/cpu.o: runtime/kernel/cpu.c \
 runtime/kernel/cpu.h base/alloc.h base/cleanup.h base/file.h
runtime/kernel/cpu.h:
base/alloc.h:
base/cleanup.h:
base/file.h:
