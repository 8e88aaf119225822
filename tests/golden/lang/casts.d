/* A cast behind a cast, of types that have no keyword; behind anything else, `(name)` is an argument or a condition. */
typedef struct point { int x, y; } point_t;
BEGIN { x = (uint64_t)(uint32_t)1; x = (uint64_t)(uint32_t)(uint8_t)-1; x = (point_t *)(uintptr_t)arg0; }
BEGIN { x = ((struct point *)(uintptr_t)arg0)->x; x = *(int32_t *)(char *)(uintptr_t)&p; x = (void *)(uintptr_t)p; }
BEGIN { x = (size_t)(size_t)(x); x = (size_t)(x) - (size_t)(y); a[(id_t)1] = 1; if (x) (pid_t)(id_t)3; }
BEGIN /(uint64_t)(uint32_t)arg0 == (uint32_t)(arg1) - 1/ { x = sizeof (uint32_t) * (uint32_t)1; }
