/tmp/w/lang/build-san/obj/runtime/types/btf.o: runtime/types/btf.c \
 runtime/types/btf.h lang/type.h base/arena.h base/map.h base/strbuf.h \
 runtime/symbol/kallsyms.h base/alloc.h base/cleanup.h \
 runtime/types/btf_blob.h base/vec.h runtime/types/btf_type.h
runtime/types/btf.h:
lang/type.h:
base/arena.h:
base/map.h:
base/strbuf.h:
runtime/symbol/kallsyms.h:
base/alloc.h:
base/cleanup.h:
runtime/types/btf_blob.h:
base/vec.h:
runtime/types/btf_type.h:
