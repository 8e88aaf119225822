/tmp/w/lang/build-san/obj/runtime/consume/form_picture.o: \
 runtime/consume/form_picture.c base/alloc.h base/file.h \
 runtime/consume/agg_rows.h runtime/consume/aggregate.h base/map.h \
 base/strbuf.h base/vec.h lang/format.h base/arena.h lang/conv.def \
 runtime/consume/address.h runtime/record.h lang/ast.h base/diag.h \
 base/src.h lang/type.h lang/builtins.def lang/ops.def lang/stability.def \
 runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h runtime/consume/agg_ops.h \
 runtime/consume/consumer.h runtime/consume/drops.h \
 runtime/consume/flow.h runtime/consume/ring.h runtime/consume/form.h \
 runtime/consume/forms.def runtime/consume/recent.h \
 runtime/consume/speculate.h runtime/consume/svg.h
base/alloc.h:
base/file.h:
runtime/consume/agg_rows.h:
runtime/consume/aggregate.h:
base/map.h:
base/strbuf.h:
base/vec.h:
lang/format.h:
base/arena.h:
lang/conv.def:
runtime/consume/address.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/src.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
runtime/consume/agg_ops.h:
runtime/consume/consumer.h:
runtime/consume/drops.h:
runtime/consume/flow.h:
runtime/consume/ring.h:
runtime/consume/form.h:
runtime/consume/forms.def:
runtime/consume/recent.h:
runtime/consume/speculate.h:
runtime/consume/svg.h:
