/tmp/w/lang/build-san/tests/triggers/redzone.o: tests/triggers/redzone.c \
 /tmp/w/lang/build-san/tests/triggers/redzone.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/redzone.h:
include/sys/sdt.h:
