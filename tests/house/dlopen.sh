#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The libraries that dtrace opens on demand are in its note .note.dlopen, for tools that make packages.
set -u
objcopy --dump-section .note.dlopen="$TMP/note" "$BUILD/dtrace" "$TMP/copy" 2>&1
python3 - "$TMP/note" >"$TMP/said" 2>&1 <<'PY'
import ctypes, json, struct, sys
data = open(sys.argv[1], "rb").read()
while data:
    name_bytes, json_bytes, kind = struct.unpack_from("<III", data)
    assert (name_bytes, kind) == (4, 0x407C0C0A) and data[12:16] == b"FDO\0", data[:16]
    for row in json.loads(data[16:16 + json_bytes].rstrip(b"\0")):
        assert row["priority"] in ("required", "recommended", "suggested") and row["feature"] and row["description"]
        for soname in row["soname"]:
            ctypes.CDLL(soname)
            print(soname)
    data = data[16 + (json_bytes + 3) // 4 * 4:]
PY
version=$(printf '#include <capstone/capstone.h>\nCS_API_MAJOR\n' | $CC -E - | tail -n 1)
printf '%s\n' "libcapstone.so.$version" libpfm.so.4 >"$TMP/wanted"
sort "$TMP/said" | diff "$TMP/wanted" - && echo "ok note" || echo "not ok note: they are not those of these libraries"
readelf -lW "$BUILD/dtrace" | grep -E 'NOTE|^ +0[0-9]' | grep -q 'note.dlopen' && echo "ok loaded" || echo "not ok loaded: in no segment"

# each library has a note
opened=$(grep -rl --include='*.c' 'dlopen(' base lang sdt dtrace-gen linker runtime cmd | sed '/usdt_objects/d' | sort)
noted=$(grep -rl --include='*.c' '^DLOPEN_NOTE(' base lang sdt dtrace-gen linker runtime cmd | sort)
[ "$opened" = "$noted" ] && echo "ok all" || echo "not ok all: dlopen() in $opened, notes in $noted"
