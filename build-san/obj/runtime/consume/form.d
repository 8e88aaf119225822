/tmp/w/lang/build-san/obj/runtime/consume/form.o: runtime/consume/form.c \
 runtime/consume/form.h base/strbuf.h lang/format.h base/arena.h \
 lang/conv.def runtime/consume/address.h runtime/record.h lang/ast.h \
 base/diag.h base/src.h base/vec.h base/alloc.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def \
 runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h runtime/consume/forms.def \
 runtime/consume/consumer.h runtime/consume/aggregate.h \
 runtime/consume/agg_ops.h runtime/consume/drops.h runtime/consume/flow.h \
 runtime/consume/ring.h runtime/consume/recent.h \
 runtime/consume/speculate.h runtime/consume/conv.h \
 runtime/consume/datum.h runtime/consume/show.h
runtime/consume/form.h:
base/strbuf.h:
lang/format.h:
base/arena.h:
lang/conv.def:
runtime/consume/address.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/src.h:
base/vec.h:
base/alloc.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
runtime/consume/forms.def:
runtime/consume/consumer.h:
runtime/consume/aggregate.h:
runtime/consume/agg_ops.h:
runtime/consume/drops.h:
runtime/consume/flow.h:
runtime/consume/ring.h:
runtime/consume/recent.h:
runtime/consume/speculate.h:
runtime/consume/conv.h:
runtime/consume/datum.h:
runtime/consume/show.h:
