BEGIN { @ = count(); @a = sum(1); @a[1, "x"] = quantize(2, 3); printa(@a) }
