/tmp/w/lang/build-san/obj/runtime/trace.o: runtime/trace.c base/cleanup.h \
 runtime/kernel/feature.h base/strbuf.h runtime/kernel/features.def \
 runtime/kernel/load.h runtime/codegen/code.h base/src.h base/arena.h \
 base/vec.h base/alloc.h runtime/bpf/lib.def runtime/kernel/link.h \
 runtime/kernel/log.h runtime/kernel/maps.h runtime/codegen/gen.h \
 base/diag.h lang/ast.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def runtime/codegen/probe_abi.h \
 runtime/record.h runtime/kernel/cpu.h runtime/session_state.h lang/env.h \
 lang/macros.def runtime/consume/consumer.h runtime/consume/address.h \
 runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h runtime/consume/aggregate.h lang/format.h \
 lang/conv.def runtime/consume/agg_ops.h runtime/consume/drops.h \
 runtime/consume/flow.h runtime/consume/ring.h runtime/consume/form.h \
 runtime/consume/forms.def runtime/consume/recent.h \
 runtime/consume/speculate.h runtime/dlib/dlib.h lang/library.h \
 runtime/kernel/mmaps.h runtime/option.h runtime/options.def \
 runtime/probe.h runtime/process/process.h runtime/provider/provider.h \
 runtime/provider/providers.def runtime/session.h runtime/types/btf.h
base/cleanup.h:
runtime/kernel/feature.h:
base/strbuf.h:
runtime/kernel/features.def:
runtime/kernel/load.h:
runtime/codegen/code.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
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
runtime/session_state.h:
lang/env.h:
lang/macros.def:
runtime/consume/consumer.h:
runtime/consume/address.h:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
runtime/consume/aggregate.h:
lang/format.h:
lang/conv.def:
runtime/consume/agg_ops.h:
runtime/consume/drops.h:
runtime/consume/flow.h:
runtime/consume/ring.h:
runtime/consume/form.h:
runtime/consume/forms.def:
runtime/consume/recent.h:
runtime/consume/speculate.h:
runtime/dlib/dlib.h:
lang/library.h:
runtime/kernel/mmaps.h:
runtime/option.h:
runtime/options.def:
runtime/probe.h:
runtime/process/process.h:
runtime/provider/provider.h:
runtime/provider/providers.def:
runtime/session.h:
runtime/types/btf.h:
