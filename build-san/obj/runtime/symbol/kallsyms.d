/tmp/w/lang/build-san/obj/runtime/symbol/kallsyms.o: \
 runtime/symbol/kallsyms.c runtime/symbol/kallsyms.h base/alloc.h \
 base/cleanup.h base/map.h base/strbuf.h base/vec.h
runtime/symbol/kallsyms.h:
base/alloc.h:
base/cleanup.h:
base/map.h:
base/strbuf.h:
base/vec.h:
