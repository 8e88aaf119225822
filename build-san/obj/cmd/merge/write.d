/tmp/w/lang/build-san/obj/cmd/merge/write.o: cmd/merge/write.c \
 cmd/merge/write.h base/strbuf.h cmd/merge/gather.h base/arena.h \
 base/map.h runtime/consume/agg_ops.h lang/ast.h base/diag.h base/src.h \
 base/vec.h base/alloc.h lang/type.h lang/builtins.def lang/ops.def \
 lang/stability.def runtime/record.h cmd/merge/key.h cmd/merge/parse.h \
 runtime/consume/conv.h lang/format.h lang/conv.def \
 runtime/consume/json.h runtime/consume/address.h runtime/symbol/symbol.h \
 runtime/symbol/demangle.h runtime/symbol/kallsyms.h \
 runtime/symbol/unwind.h runtime/symbol/usersym.h \
 runtime/consume/json_agg.h
cmd/merge/write.h:
base/strbuf.h:
cmd/merge/gather.h:
base/arena.h:
base/map.h:
runtime/consume/agg_ops.h:
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
cmd/merge/key.h:
cmd/merge/parse.h:
runtime/consume/conv.h:
lang/format.h:
lang/conv.def:
runtime/consume/json.h:
runtime/consume/address.h:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
runtime/consume/json_agg.h:
