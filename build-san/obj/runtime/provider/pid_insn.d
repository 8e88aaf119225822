/tmp/w/lang/build-san/obj/runtime/provider/pid_insn.o: \
 runtime/provider/pid_insn.c runtime/provider/pid.h \
 runtime/provider/provider.h base/diag.h base/arena.h base/src.h \
 base/vec.h base/alloc.h base/strbuf.h lang/ast.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def runtime/codegen/gen.h \
 runtime/codegen/code.h runtime/bpf/lib.def runtime/codegen/probe_abi.h \
 runtime/record.h runtime/kernel/link.h runtime/kernel/log.h \
 runtime/kernel/mmaps.h runtime/kernel/cpu.h runtime/option.h \
 runtime/options.def runtime/probe.h runtime/process/process.h \
 runtime/symbol/kallsyms.h runtime/provider/providers.def sdt/image.h \
 sdt/note.h sdt/symtab.h runtime/provider/pid_refusals.def
runtime/provider/pid.h:
runtime/provider/provider.h:
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
runtime/codegen/gen.h:
runtime/codegen/code.h:
runtime/bpf/lib.def:
runtime/codegen/probe_abi.h:
runtime/record.h:
runtime/kernel/link.h:
runtime/kernel/log.h:
runtime/kernel/mmaps.h:
runtime/kernel/cpu.h:
runtime/option.h:
runtime/options.def:
runtime/probe.h:
runtime/process/process.h:
runtime/symbol/kallsyms.h:
runtime/provider/providers.def:
sdt/image.h:
sdt/note.h:
sdt/symtab.h:
runtime/provider/pid_refusals.def:
