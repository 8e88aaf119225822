/tmp/w/lang/build-san/obj/runtime/kernel/kprobe.o: \
 runtime/kernel/kprobe.c runtime/kernel/kprobe.h runtime/kernel/link.h \
 runtime/kernel/log.h base/src.h base/arena.h base/vec.h base/alloc.h \
 base/strbuf.h base/cleanup.h runtime/kernel/feature.h \
 runtime/kernel/features.def runtime/kernel/sys.h \
 runtime/kernel/bpf_abi.h runtime/kernel/tracefs.h
runtime/kernel/kprobe.h:
runtime/kernel/link.h:
runtime/kernel/log.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
base/cleanup.h:
runtime/kernel/feature.h:
runtime/kernel/features.def:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
runtime/kernel/tracefs.h:
