/tmp/w/lang/build-san/obj/runtime/consume/show.o: runtime/consume/show.c \
 runtime/consume/show.h runtime/consume/consumer.h base/map.h \
 base/strbuf.h runtime/consume/address.h runtime/record.h lang/ast.h \
 base/diag.h base/arena.h base/src.h base/vec.h base/alloc.h lang/type.h \
 lang/builtins.def lang/ops.def lang/stability.def \
 runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h runtime/consume/aggregate.h lang/format.h \
 lang/conv.def runtime/consume/agg_ops.h runtime/consume/drops.h \
 runtime/consume/flow.h runtime/consume/ring.h runtime/consume/form.h \
 runtime/consume/forms.def runtime/consume/recent.h \
 runtime/consume/speculate.h base/cleanup.h runtime/consume/datum.h \
 runtime/consume/host.h runtime/consume/print.h runtime/consume/printf.h
runtime/consume/show.h:
runtime/consume/consumer.h:
base/map.h:
base/strbuf.h:
runtime/consume/address.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
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
base/cleanup.h:
runtime/consume/datum.h:
runtime/consume/host.h:
runtime/consume/print.h:
runtime/consume/printf.h:
