/tmp/w/lang/build-san/gen/runtime/bpf/lib_table.o: \
 /tmp/w/lang/build-san/gen/runtime/bpf/lib_table.c runtime/bpf/lib.h
runtime/bpf/lib.h:
