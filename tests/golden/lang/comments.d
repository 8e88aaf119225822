#!/usr/sbin/dtrace -s
/* a comment * / */ BEGIN // to the end { 
{
	trace(1); // trace(2);
	trace /* in between */ (3)
}
 # 12 "other.h"
END { x = 1 \
+ 2 }
