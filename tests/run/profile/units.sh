#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Names of clocks: every unit; the written name is kept; names that are not clocks.
. tests/run/common.inc

expect units 0 -l -n 'tick-200us,tick-200000ns,tick-1msec,profile-5000,profile-5000hz,tick-3s,tick-3sec,profile-1m,tick-1min,tick-1h,tick-2hour,tick-1d,tick-7day,tick-300000nsec,tick-300usec,tick-5ms' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
    4    profile                                                     tick-200us
    5    profile                                                     tick-200000ns
    6    profile                                                     tick-1msec
    7    profile                                                     profile-5000
    8    profile                                                     profile-5000hz
    9    profile                                                     tick-3s
   10    profile                                                     tick-3sec
   11    profile                                                     profile-1m
   12    profile                                                     tick-1min
   13    profile                                                     tick-1h
   14    profile                                                     tick-2hour
   15    profile                                                     tick-1d
   16    profile                                                     tick-7day
   17    profile                                                     tick-300000nsec
   18    profile                                                     tick-300usec
   19    profile                                                     tick-5ms
--
END

expect listed 0 -l -n 'profile:::tick-*' <<'END'
   ID   PROVIDER            MODULE                          FUNCTION NAME
   11    profile                                                     tick-1
   12    profile                                                     tick-10
   13    profile                                                     tick-100
   14    profile                                                     tick-500
   15    profile                                                     tick-1000
   16    profile                                                     tick-5000
--
END

expect too-fast 1 -n 'tick-199us' <<'END'
--
dtrace: invalid probe specifier tick-199us: probe description tick-199us does not match any probes (the interval must be 200 microseconds or more)
  tick-199us
  ^~~~~~~~~~
END

expect too-slow 1 -n 'tick-107000d' <<'END'
--
dtrace: invalid probe specifier tick-107000d: probe description tick-107000d does not match any probes (the interval must be 292 years or less)
  tick-107000d
  ^~~~~~~~~~~~
END

for name in tick-0 tick-5001 tick-1fortnight tick- tick-s profile-0ms tick--5 tick-1.5s tick-1S tick-99999999999999999999s; do
	"$DT" -e -n "profile:::$name" >/dev/null 2>&1 && echo "not ok no-clock: $name"
done
echo "ok no-clock"
