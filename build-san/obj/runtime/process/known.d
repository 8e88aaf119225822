/tmp/w/lang/build-san/obj/runtime/process/known.o: \
 runtime/process/known.c runtime/process/known.h base/map.h \
 runtime/process/ldcache.h
runtime/process/known.h:
base/map.h:
runtime/process/ldcache.h:
