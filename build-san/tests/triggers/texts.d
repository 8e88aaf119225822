/tmp/w/lang/build-san/tests/triggers/texts.o: tests/triggers/texts.c \
 /tmp/w/lang/build-san/tests/triggers/texts.h include/sys/sdt.h
/tmp/w/lang/build-san/tests/triggers/texts.h:
include/sys/sdt.h:
