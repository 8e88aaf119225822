/tmp/w/lang/build-san/tests/triggers/subrs.o: tests/triggers/subrs.c \
 /tmp/w/lang/build-san/tests/triggers/subrs.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/subrs.h:
include/sys/sdt.h:
