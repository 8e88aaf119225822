/tmp/w/lang/build-san/obj/runtime/process/ldcache.o: \
 runtime/process/ldcache.c runtime/process/ldcache.h base/file.h
runtime/process/ldcache.h:
base/file.h:
