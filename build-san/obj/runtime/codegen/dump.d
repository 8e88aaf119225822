/tmp/w/lang/build-san/obj/runtime/codegen/dump.o: runtime/codegen/dump.c \
 runtime/codegen/code.h base/src.h base/arena.h base/vec.h base/alloc.h \
 base/strbuf.h runtime/bpf/lib.def runtime/codegen/ir.h \
 runtime/codegen/ir.def
runtime/codegen/code.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
runtime/bpf/lib.def:
runtime/codegen/ir.h:
runtime/codegen/ir.def:
