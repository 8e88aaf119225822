/tmp/w/lang/build-san/obj/lang/buckets.o: lang/buckets.c lang/buckets.h
lang/buckets.h:
