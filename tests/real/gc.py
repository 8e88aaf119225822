# SPDX-License-Identifier: BSD-2-Clause
# Collects garbage and prints how often, by generation; exits without another collection.
import gc
import os
import sys

for generation in (0, 0, 1, 2, 2, 2):
    gc.collect(generation)
kept = [[] for _ in range(20000)]
stats = [generation["collections"] for generation in gc.get_stats()]
for generation, count in enumerate(stats):
    if count:
        print(generation, count)
sys.stdout.flush()
os._exit(0)
