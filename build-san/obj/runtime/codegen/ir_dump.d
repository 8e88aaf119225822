/tmp/w/lang/build-san/obj/runtime/codegen/ir_dump.o: \
 runtime/codegen/ir_dump.c runtime/codegen/ir.h base/src.h base/arena.h \
 base/vec.h base/alloc.h base/strbuf.h runtime/codegen/code.h \
 runtime/bpf/lib.def runtime/codegen/ir.def
runtime/codegen/ir.h:
base/src.h:
base/arena.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
runtime/codegen/code.h:
runtime/bpf/lib.def:
runtime/codegen/ir.def:
