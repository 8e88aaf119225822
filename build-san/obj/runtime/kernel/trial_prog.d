/tmp/w/lang/build-san/obj/runtime/kernel/trial_prog.o: \
 runtime/kernel/trial_prog.c base/cleanup.h runtime/kernel/btf.h \
 base/strbuf.h base/vec.h base/alloc.h runtime/kernel/insn.h \
 runtime/kernel/log.h base/src.h base/arena.h runtime/kernel/sys.h \
 runtime/kernel/bpf_abi.h runtime/kernel/trial.h \
 runtime/kernel/features.def
base/cleanup.h:
runtime/kernel/btf.h:
base/strbuf.h:
base/vec.h:
base/alloc.h:
runtime/kernel/insn.h:
runtime/kernel/log.h:
base/src.h:
base/arena.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
runtime/kernel/trial.h:
runtime/kernel/features.def:
