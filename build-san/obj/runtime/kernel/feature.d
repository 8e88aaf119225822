/tmp/w/lang/build-san/obj/runtime/kernel/feature.o: \
 runtime/kernel/feature.c runtime/kernel/feature.h base/strbuf.h \
 runtime/kernel/features.def runtime/kernel/trial.h \
 runtime/kernel/bpf_abi.h
runtime/kernel/feature.h:
base/strbuf.h:
runtime/kernel/features.def:
runtime/kernel/trial.h:
runtime/kernel/bpf_abi.h:
