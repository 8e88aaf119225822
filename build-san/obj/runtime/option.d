/tmp/w/lang/build-san/obj/runtime/option.o: runtime/option.c \
 runtime/option.h runtime/options.def base/alloc.h base/strbuf.h \
 runtime/consume/forms.def
runtime/option.h:
runtime/options.def:
base/alloc.h:
base/strbuf.h:
runtime/consume/forms.def:
