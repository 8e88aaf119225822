/tmp/w/lang/build-san/obj/runtime/provider/profile_name.o: \
 runtime/provider/profile_name.c runtime/provider/profile.h
runtime/provider/profile.h:
