/tmp/w/lang/build-san/obj/runtime/types/btf_blob.o: \
 runtime/types/btf_blob.c runtime/types/btf_blob.h base/vec.h \
 base/alloc.h base/cleanup.h base/file.h
runtime/types/btf_blob.h:
base/vec.h:
base/alloc.h:
base/cleanup.h:
base/file.h:
