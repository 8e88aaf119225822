/tmp/w/lang/build-san/obj/runtime/provider/tp_table.o: \
 runtime/provider/tp_table.c runtime/kernel/event.h runtime/kernel/link.h \
 runtime/kernel/log.h base/src.h base/arena.h base/vec.h base/alloc.h \
 base/strbuf.h runtime/provider/provider.h base/diag.h lang/ast.h \
 lang/type.h base/map.h lang/builtins.def lang/ops.def lang/stability.def \
 runtime/codegen/gen.h runtime/codegen/code.h runtime/bpf/lib.def \
 runtime/codegen/probe_abi.h runtime/record.h runtime/kernel/mmaps.h \
 runtime/kernel/cpu.h runtime/option.h runtime/options.def \
 runtime/probe.h runtime/process/process.h runtime/symbol/kallsyms.h \
 runtime/provider/providers.def runtime/provider/tp_operand.h \
 runtime/types/btf.h runtime/provider/tracepoints.def
runtime/kernel/event.h:
runtime/kernel/link.h:
runtime/kernel/log.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
runtime/provider/provider.h:
base/diag.h:
lang/ast.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/codegen/gen.h:
runtime/codegen/code.h:
runtime/bpf/lib.def:
runtime/codegen/probe_abi.h:
runtime/record.h:
runtime/kernel/mmaps.h:
runtime/kernel/cpu.h:
runtime/option.h:
runtime/options.def:
runtime/probe.h:
runtime/process/process.h:
runtime/symbol/kallsyms.h:
runtime/provider/providers.def:
runtime/provider/tp_operand.h:
runtime/types/btf.h:
runtime/provider/tracepoints.def:
