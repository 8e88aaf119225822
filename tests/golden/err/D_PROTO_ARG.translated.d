/*
 * What is wrong with the use of a translated member is told where it is used.
 * @exit 1
 */
struct in { int i; };
struct out { int o; };
translator struct out < struct in *p > { o = p->i + 1; };
this struct in *p;
BEGIN { trace(strlen(xlate <struct out *> (this->p)->o)); }
