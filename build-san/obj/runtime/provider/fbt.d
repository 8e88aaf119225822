/tmp/w/lang/build-san/obj/runtime/provider/fbt.o: runtime/provider/fbt.c \
 lang/builtin.h lang/ast.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def lang/walk.h runtime/kernel/feature.h \
 runtime/kernel/features.def runtime/kernel/kprobe.h \
 runtime/kernel/link.h runtime/kernel/log.h runtime/provider/fbt.h \
 runtime/provider/provider.h runtime/codegen/gen.h runtime/codegen/code.h \
 runtime/bpf/lib.def runtime/codegen/probe_abi.h runtime/record.h \
 runtime/kernel/mmaps.h runtime/kernel/cpu.h runtime/option.h \
 runtime/options.def runtime/probe.h runtime/process/process.h \
 runtime/symbol/kallsyms.h runtime/provider/providers.def
lang/builtin.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
lang/walk.h:
runtime/kernel/feature.h:
runtime/kernel/features.def:
runtime/kernel/kprobe.h:
runtime/kernel/link.h:
runtime/kernel/log.h:
runtime/provider/fbt.h:
runtime/provider/provider.h:
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
