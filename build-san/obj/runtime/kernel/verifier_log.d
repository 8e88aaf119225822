/tmp/w/lang/build-san/obj/runtime/kernel/verifier_log.o: \
 runtime/kernel/verifier_log.c runtime/kernel/verifier_log.h \
 runtime/codegen/code.h base/src.h base/arena.h base/vec.h base/alloc.h \
 base/strbuf.h runtime/bpf/lib.def runtime/kernel/log.h
runtime/kernel/verifier_log.h:
runtime/codegen/code.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
runtime/bpf/lib.def:
runtime/kernel/log.h:
