/tmp/w/lang/build-san/obj/runtime/types/btf_type.o: \
 runtime/types/btf_type.c runtime/types/btf_type.h base/map.h lang/type.h \
 base/arena.h base/strbuf.h runtime/types/btf_blob.h base/vec.h \
 base/alloc.h
runtime/types/btf_type.h:
base/map.h:
lang/type.h:
base/arena.h:
base/strbuf.h:
runtime/types/btf_blob.h:
base/vec.h:
base/alloc.h:
