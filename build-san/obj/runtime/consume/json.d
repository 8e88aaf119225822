/tmp/w/lang/build-san/obj/runtime/consume/json.o: runtime/consume/json.c \
 runtime/consume/json.h base/strbuf.h runtime/consume/address.h \
 runtime/record.h lang/ast.h base/diag.h base/arena.h base/src.h \
 base/vec.h base/alloc.h lang/type.h base/map.h lang/builtins.def \
 lang/ops.def lang/stability.def runtime/symbol/symbol.h \
 runtime/symbol/demangle.h runtime/symbol/kallsyms.h \
 runtime/symbol/unwind.h runtime/symbol/usersym.h base/utf8.h \
 runtime/consume/conv.h lang/format.h lang/conv.def \
 runtime/consume/datum.h runtime/consume/form.h runtime/consume/forms.def
runtime/consume/json.h:
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
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/symbol/symbol.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
base/utf8.h:
runtime/consume/conv.h:
lang/format.h:
lang/conv.def:
runtime/consume/datum.h:
runtime/consume/form.h:
runtime/consume/forms.def:
