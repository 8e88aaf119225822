/tmp/w/lang/build-san/obj/runtime/consume/datum.o: \
 runtime/consume/datum.c runtime/consume/datum.h base/strbuf.h \
 runtime/record.h lang/ast.h base/diag.h base/arena.h base/src.h \
 base/vec.h base/alloc.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def runtime/consume/conv.h lang/format.h \
 lang/conv.def
runtime/consume/datum.h:
base/strbuf.h:
runtime/record.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/consume/conv.h:
lang/format.h:
lang/conv.def:
