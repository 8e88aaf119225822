/tmp/w/lang/build-san/obj/runtime/symbol/symbol.o: \
 runtime/symbol/symbol.c runtime/symbol/symbol.h base/strbuf.h \
 runtime/symbol/demangle.h runtime/symbol/kallsyms.h \
 runtime/symbol/unwind.h runtime/symbol/usersym.h
runtime/symbol/symbol.h:
base/strbuf.h:
runtime/symbol/demangle.h:
runtime/symbol/kallsyms.h:
runtime/symbol/unwind.h:
runtime/symbol/usersym.h:
