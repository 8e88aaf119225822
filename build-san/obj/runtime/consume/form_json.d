/tmp/w/lang/build-san/obj/runtime/consume/form_json.o: \
 runtime/consume/form_json.c lang/checker.h base/diag.h base/arena.h \
 base/src.h base/vec.h base/alloc.h base/strbuf.h lang/ast.h lang/type.h \
 base/map.h lang/builtins.def lang/ops.def lang/stability.def lang/env.h \
 lang/macros.def runtime/consume/agg_rows.h runtime/consume/aggregate.h \
 lang/format.h lang/conv.def runtime/consume/address.h runtime/record.h \
 runtime/symbol/symbol.h runtime/symbol/demangle.h \
 runtime/symbol/kallsyms.h runtime/symbol/unwind.h \
 runtime/symbol/usersym.h runtime/consume/agg_ops.h \
 runtime/consume/consumer.h runtime/consume/drops.h \
 runtime/consume/flow.h runtime/consume/ring.h runtime/consume/form.h \
 runtime/consume/forms.def runtime/consume/recent.h \
 runtime/consume/speculate.h runtime/consume/json.h \
 runtime/consume/json_agg.h runtime/consume/show.h
lang/checker.h:
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
lang/env.h:
lang/macros.def:
runtime/consume/agg_rows.h:
runtime/consume/aggregate.h:
lang/format.h:
lang/conv.def:
runtime/consume/address.h:
runtime/record.h:
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
runtime/consume/json.h:
runtime/consume/json_agg.h:
runtime/consume/show.h:
