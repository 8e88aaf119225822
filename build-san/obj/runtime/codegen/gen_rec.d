/tmp/w/lang/build-san/obj/runtime/codegen/gen_rec.o: \
 runtime/codegen/gen_rec.c lang/object.h lang/ast.h base/diag.h \
 base/arena.h base/src.h base/vec.h base/alloc.h base/strbuf.h \
 lang/type.h base/map.h lang/builtins.def lang/ops.def lang/stability.def \
 runtime/codegen/gen_priv.h runtime/codegen/gen.h runtime/codegen/code.h \
 runtime/bpf/lib.def runtime/codegen/probe_abi.h runtime/record.h \
 runtime/codegen/ir.h runtime/codegen/ir.def
lang/object.h:
lang/ast.h:
base/diag.h:
base/arena.h:
base/src.h:
base/vec.h:
base/alloc.h:
base/strbuf.h:
lang/type.h:
base/map.h:
lang/builtins.def:
lang/ops.def:
lang/stability.def:
runtime/codegen/gen_priv.h:
runtime/codegen/gen.h:
runtime/codegen/code.h:
runtime/bpf/lib.def:
runtime/codegen/probe_abi.h:
runtime/record.h:
runtime/codegen/ir.h:
runtime/codegen/ir.def:
