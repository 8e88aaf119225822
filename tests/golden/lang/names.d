BEGIN { self->a; this->b; `sym; vmlinux`sym; 9p`x; self->a[1]; x->struct; x.if }
