/tmp/w/lang/build-san/obj/runtime/kernel/mmaps.o: runtime/kernel/mmaps.c \
 runtime/kernel/mmaps.h runtime/kernel/cpu.h base/alloc.h base/cleanup.h \
 base/vec.h runtime/kernel/sys.h runtime/kernel/bpf_abi.h
runtime/kernel/mmaps.h:
runtime/kernel/cpu.h:
base/alloc.h:
base/cleanup.h:
base/vec.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
