/tmp/w/lang/build-san/obj/runtime/kernel/event.o: runtime/kernel/event.c \
 runtime/kernel/event.h runtime/kernel/link.h runtime/kernel/log.h \
 base/src.h base/arena.h base/vec.h base/alloc.h base/strbuf.h \
 base/cleanup.h runtime/kernel/sys.h runtime/kernel/bpf_abi.h
runtime/kernel/event.h:
runtime/kernel/link.h:
runtime/kernel/log.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
base/cleanup.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
