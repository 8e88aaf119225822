/tmp/w/lang/build-san/obj/runtime/bpf/embed.o: runtime/bpf/embed.c \
 runtime/bpf/lib.def
runtime/bpf/lib.def:
