/tmp/w/lang/build-san/bpf/lib.bpf.o: runtime/bpf/lib.bpf.c \
  runtime/bpf/lib.bpf.h runtime/bpf/lib_addr.bpf.h \
  runtime/bpf/lib_json.bpf.h runtime/bpf/lib_walk.bpf.h

runtime/bpf/lib.bpf.h:

runtime/bpf/lib_addr.bpf.h:

runtime/bpf/lib_json.bpf.h:

runtime/bpf/lib_walk.bpf.h:
