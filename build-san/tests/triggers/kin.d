/tmp/w/lang/build-san/tests/triggers/kin.o: tests/triggers/kin.c \
 /tmp/w/lang/build-san/tests/triggers/kin.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/kin.h:
include/sys/sdt.h:
