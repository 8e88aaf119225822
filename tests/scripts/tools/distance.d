#!/usr/sbin/dtrace -s
/*
 * The absolute difference between a value and the previous one.
 * @trigger loop 9
 */
#pragma D option quiet

self int64_t at[string];

loop$target:::signed-value
{
	this->to = arg0 * 3;
	this->step = this->to > self->at["value"] ? this->to - self->at["value"] : self->at["value"] - this->to;
	@["step"] = lquantize(this->step, 0, 16, 3);
	self->at["value"] = this->to;
}
