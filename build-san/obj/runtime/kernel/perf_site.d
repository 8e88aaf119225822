/tmp/w/lang/build-san/obj/runtime/kernel/perf_site.o: \
 runtime/kernel/perf_site.c runtime/kernel/perf_site.h \
 runtime/kernel/link.h runtime/kernel/log.h base/src.h base/arena.h \
 base/vec.h base/alloc.h base/strbuf.h base/cleanup.h \
 runtime/kernel/sys.h runtime/kernel/bpf_abi.h
runtime/kernel/perf_site.h:
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
