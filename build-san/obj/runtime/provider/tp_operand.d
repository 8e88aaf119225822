/tmp/w/lang/build-san/obj/runtime/provider/tp_operand.o: \
 runtime/provider/tp_operand.c runtime/provider/tp_operand.h lang/type.h \
 base/arena.h base/map.h base/strbuf.h runtime/codegen/probe_abi.h \
 base/vec.h base/alloc.h runtime/codegen/code.h base/src.h \
 runtime/bpf/lib.def runtime/provider/syscall_table.h
runtime/provider/tp_operand.h:
lang/type.h:
base/arena.h:
base/map.h:
base/strbuf.h:
runtime/codegen/probe_abi.h:
base/vec.h:
base/alloc.h:
runtime/codegen/code.h:
base/src.h:
runtime/bpf/lib.def:
runtime/provider/syscall_table.h:
