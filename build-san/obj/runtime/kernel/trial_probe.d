/tmp/w/lang/build-san/obj/runtime/kernel/trial_probe.o: \
 runtime/kernel/trial_probe.c base/cleanup.h runtime/kernel/feature.h \
 base/strbuf.h runtime/kernel/features.def runtime/kernel/insn.h \
 runtime/kernel/log.h base/src.h base/arena.h base/vec.h base/alloc.h \
 runtime/kernel/perf_site.h runtime/kernel/link.h runtime/kernel/sys.h \
 runtime/kernel/bpf_abi.h runtime/kernel/trial.h
base/cleanup.h:
runtime/kernel/feature.h:
base/strbuf.h:
runtime/kernel/features.def:
runtime/kernel/insn.h:
runtime/kernel/log.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
runtime/kernel/perf_site.h:
runtime/kernel/link.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
runtime/kernel/trial.h:
