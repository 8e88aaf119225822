/* Probes stand in the order of the file. */
provider zebra { probe z(); probe a(); };
provider apple { probe b(); };
