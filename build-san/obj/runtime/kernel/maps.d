/tmp/w/lang/build-san/obj/runtime/kernel/maps.o: runtime/kernel/maps.c \
 runtime/kernel/maps.h runtime/codegen/gen.h base/diag.h base/arena.h \
 base/src.h base/vec.h base/alloc.h base/strbuf.h lang/ast.h lang/type.h \
 base/map.h lang/builtins.def lang/ops.def lang/stability.def \
 runtime/codegen/code.h runtime/bpf/lib.def runtime/codegen/probe_abi.h \
 runtime/record.h runtime/kernel/cpu.h runtime/kernel/log.h \
 base/cleanup.h runtime/kernel/sys.h runtime/kernel/bpf_abi.h
runtime/kernel/maps.h:
runtime/codegen/gen.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
lang/ast.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/codegen/code.h:
runtime/bpf/lib.def:
runtime/codegen/probe_abi.h:
runtime/record.h:
runtime/kernel/cpu.h:
runtime/kernel/log.h:
base/cleanup.h:
runtime/kernel/sys.h:
runtime/kernel/bpf_abi.h:
