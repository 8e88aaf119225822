/tmp/w/lang/build-san/obj/runtime/provider/syscall_table.o: \
 runtime/provider/syscall_table.c runtime/provider/syscall_table.h \
 runtime/provider/syscalls.def
runtime/provider/syscall_table.h:
runtime/provider/syscalls.def:
