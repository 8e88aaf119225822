/tmp/w/lang/build-san/obj/cmd/merge/value.o: cmd/merge/value.c \
 cmd/merge/value.h cmd/merge/gather.h base/arena.h base/map.h \
 runtime/consume/agg_ops.h base/strbuf.h lang/ast.h base/diag.h \
 base/src.h base/vec.h base/alloc.h lang/type.h lang/builtins.def \
 lang/ops.def lang/stability.def runtime/record.h cmd/merge/parse.h \
 cmd/merge/message.h lang/checker.h lang/env.h lang/macros.def \
 runtime/consume/json_agg.h
cmd/merge/value.h:
cmd/merge/gather.h:
base/arena.h:
base/map.h:
runtime/consume/agg_ops.h:
base/strbuf.h:
lang/ast.h:
base/diag.h:
base/src.h:
base/vec.h:
base/alloc.h:
lang/type.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/record.h:
cmd/merge/parse.h:
cmd/merge/message.h:
lang/checker.h:
lang/env.h:
lang/macros.def:
runtime/consume/json_agg.h:
