/tmp/w/lang/build-san/tests/triggers/jsons.o: tests/triggers/jsons.c \
 /tmp/w/lang/build-san/tests/triggers/jsons.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/jsons.h:
include/sys/sdt.h:
