/* @args providers */
provider Haskell_Event { probe new(); probe free(); probe error(); probe a__b(); probe a___b(); probe __x(); probe UPPER(); probe probe(); probe provider(); probe int(); };
provider	second{probe	x();probe y()}
provider empty { };
provider last { probe z(); }