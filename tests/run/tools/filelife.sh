#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# filelife: files that are created and deleted, by relative and absolute paths, renamed or replaced by a renamed one.
. tests/run/tools/common.inc

mkdir "$TMP/folder"
: >"$TMP/old"
cat >"$TMP/lives.py" <<'PY'
import os, time
os.chdir("TMP/folder")
def create(path, **words): os.close(os.open(path, os.O_CREAT | os.O_WRONLY, **words))
create("slow")
time.sleep(0.1)
os.unlink("slow")
create("TMP/folder/a")          # by another form of its path
os.unlink("../folder/./a")
create("b")                     # under another name
os.rename("b", "c")
os.unlink("c")
create("d")                     # replaced
create("e")
os.rename("d", "e")
os.rename("e", "e")
os.unlink("e")
create("kept")
create("TMP/old")               # existed before
os.unlink("TMP/old")
os.mkdir("g")
os.rmdir("g")
fd = os.open("..", os.O_RDONLY) # relative to an open folder
create("h", dir_fd=fd)
os.rename("h", "i", src_dir_fd=fd)
os.unlink("folder/i", dir_fd=fd)
try: os.unlink("j")
except OSError: pass
PY
sed -i "s|TMP|$TMP|" "$TMP/lives.py"

tool filelife -c "/usr/bin/python3 -S -E $TMP/lives.py"
sed -i "s|$(readlink -f "$TMP")/|TMP/|" "$TMP/out"
result age "$(awk '$4 ~ /slow/ && $3 < 0.1 { print $3 " seconds, with a sleep of 0.1" }' "$TMP/out")"
sed -i -E 's/^[0-9]+ +(python3) +[0-9]+\.[0-9]{3} /PID \1 AGE /' "$TMP/out"
prints files 'PID     COMMAND             AGE(s) FILE
PID python3 AGE TMP/folder/slow
PID python3 AGE TMP/folder/a
PID python3 AGE TMP/folder/c
PID python3 AGE TMP/folder/e
PID python3 AGE TMP/folder/e
PID python3 AGE TMP/folder/i'

rm "$TMP/folder/kept"
tool filelife -n nobody -c "/usr/bin/python3 -S -E $TMP/lives.py"
prints other-name 'PID     COMMAND             AGE(s) FILE'
