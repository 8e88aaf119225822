/*
 * @args -DSTAP_SDT_V2
 */
provider p { probe a(); };
