/*
 * Variables of more than 32 KB, and what lies behind them: the offset of an instruction has 16 bits.
 */
#pragma D option quiet
this char near[36001]; this char ta[36001]; this int64_t guard[20]; char ga[36001]; int64_t gguard; struct big { char b[40001]; short t; }; struct big g, h; self char sa[30001];
BEGIN { this->near[35000] = 'n'; this->near[4000] = 'm'; this->guard[3] = 77; this->ta = "xyz"; this->ta[36000] = 'q'; printf("%c %c %d %s %c\n", this->near[35000], this->near[4000], this->guard[3], stringof(this->ta), this->ta[36000]); }
BEGIN { this->ta = "a"; printf("%c %c %d %s %d\n", this->near[35000], this->near[4000], this->guard[3], stringof(this->ta), this->ta[36000]); this->near = this->ta; printf("%s %d\n", stringof(this->near), this->near[35000]); }
BEGIN { gguard = 5; ga = "uvw"; ga[36000] = 'z'; g.t = 4; g.b[39999] = 'k'; h = g; printf("%d %s %c %c %d\n", gguard, stringof(ga), ga[36000], h.b[39999], h.t); ga = "u"; self->sa = "self"; self->sa[30000] = 's'; printf("%d %c %s\n", ga[36000], self->sa[30000], stringof(self->sa)); exit(0); }
