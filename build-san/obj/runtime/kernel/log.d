/tmp/w/lang/build-san/obj/runtime/kernel/log.o: runtime/kernel/log.c \
 runtime/kernel/log.h base/src.h base/arena.h base/vec.h base/alloc.h \
 base/strbuf.h base/cleanup.h runtime/kernel/bpf_abi.h
runtime/kernel/log.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
base/cleanup.h:
runtime/kernel/bpf_abi.h:
