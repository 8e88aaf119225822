/tmp/w/lang/build-san/obj/runtime/kernel/tp_frames.o: \
 runtime/kernel/tp_frames.c runtime/kernel/tp_frames.h base/cleanup.h \
 runtime/kernel/insn.h runtime/kernel/sys.h runtime/kernel/bpf_abi.h \
 runtime/kernel/trial.h base/strbuf.h runtime/kernel/features.def
runtime/kernel/tp_frames.h:
base/cleanup.h:
runtime/kernel/insn.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
runtime/kernel/trial.h:
base/strbuf.h:
runtime/kernel/features.def:
