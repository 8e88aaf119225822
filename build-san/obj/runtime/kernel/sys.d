/tmp/w/lang/build-san/obj/runtime/kernel/sys.o: runtime/kernel/sys.c \
 runtime/kernel/sys.h runtime/kernel/bpf_abi.h
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
