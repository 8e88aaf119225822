/* @args providers */
#pragma D attributes Private/Private/Unknown provider p module
#pragma D attributes Private/Private/Unknown provider p function
provider p { probe x(); };
#pragma D attributes Standard/Stable/ISA provider p provider
#pragma D attributes External/Obsolete/Platform provider p name
#pragma D attributes Internal/Unstable/Group provider p args
