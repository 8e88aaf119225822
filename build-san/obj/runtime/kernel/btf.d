/tmp/w/lang/build-san/obj/runtime/kernel/btf.o: runtime/kernel/btf.c \
 runtime/kernel/btf.h base/strbuf.h base/vec.h base/alloc.h \
 base/cleanup.h runtime/kernel/sys.h runtime/kernel/bpf_abi.h
runtime/kernel/btf.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
base/cleanup.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
