/tmp/w/lang/build-san/obj/runtime/kernel/load.o: runtime/kernel/load.c \
 runtime/kernel/load.h runtime/codegen/code.h base/src.h base/arena.h \
 base/vec.h base/alloc.h base/strbuf.h runtime/bpf/lib.def \
 runtime/kernel/link.h runtime/kernel/log.h runtime/kernel/maps.h \
 runtime/codegen/gen.h base/diag.h lang/ast.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def \
 runtime/codegen/probe_abi.h runtime/record.h runtime/kernel/cpu.h \
 base/cleanup.h runtime/bpf/lib.h runtime/kernel/btf.h \
 runtime/kernel/sys.h runtime/kernel/bpf_abi.h \
 runtime/kernel/verifier_log.h
runtime/kernel/load.h:
runtime/codegen/code.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
runtime/bpf/lib.def:
runtime/kernel/link.h:
runtime/kernel/log.h:
runtime/kernel/maps.h:
runtime/codegen/gen.h:
base/diag.h:
lang/ast.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/codegen/probe_abi.h:
runtime/record.h:
runtime/kernel/cpu.h:
base/cleanup.h:
runtime/bpf/lib.h:
runtime/kernel/btf.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
runtime/kernel/verifier_log.h:
