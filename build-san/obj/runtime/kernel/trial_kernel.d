/tmp/w/lang/build-san/obj/runtime/kernel/trial_kernel.o: \
 runtime/kernel/trial_kernel.c base/cleanup.h base/file.h \
 runtime/kernel/insn.h runtime/kernel/log.h base/src.h base/arena.h \
 base/vec.h base/alloc.h base/strbuf.h runtime/kernel/sys.h \
 runtime/kernel/bpf_abi.h runtime/kernel/trial.h \
 runtime/kernel/features.def
base/cleanup.h:
base/file.h:
runtime/kernel/insn.h:
runtime/kernel/log.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
runtime/kernel/trial.h:
runtime/kernel/features.def:
