/tmp/w/lang/build-san/obj/runtime/codegen/gen_cut.o: \
 runtime/codegen/gen_cut.c runtime/codegen/gen_priv.h \
 runtime/codegen/gen.h base/diag.h base/arena.h base/src.h base/vec.h \
 base/alloc.h base/strbuf.h lang/ast.h lang/type.h base/map.h \
 lang/builtins.def lang/ops.def lang/stability.def runtime/codegen/code.h \
 runtime/bpf/lib.def runtime/codegen/probe_abi.h runtime/record.h \
 runtime/codegen/ir.h runtime/codegen/ir.def runtime/codegen/ir_cut.h
runtime/codegen/gen_priv.h:
runtime/codegen/gen.h:
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
runtime/codegen/code.h:
runtime/bpf/lib.def:
runtime/codegen/probe_abi.h:
runtime/record.h:
runtime/codegen/ir.h:
runtime/codegen/ir.def:
runtime/codegen/ir_cut.h:
