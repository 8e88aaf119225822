/tmp/w/lang/build-san/obj/runtime/kernel/event_list.o: \
 runtime/kernel/event_list.c base/alloc.h base/cleanup.h \
 runtime/kernel/event.h runtime/kernel/link.h runtime/kernel/log.h \
 base/src.h base/arena.h base/vec.h base/strbuf.h
base/alloc.h:
base/cleanup.h:
runtime/kernel/event.h:
runtime/kernel/link.h:
runtime/kernel/log.h:
base/src.h:
base/arena.h:
base/vec.h:
base/strbuf.h:
