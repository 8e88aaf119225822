/* @args providers */
#pragma D attributes Stable/Stable/Common provider q name
provider p { };
