/** Where people in the United States say that they or a vehicle are; of a name of two words, the one that tells. */
export const PLACES: ReadonlySet<string> = new Set(
  `alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming atlanta austin baltimore boston charlotte chicago cleveland columbus dallas denver detroit houston indianapolis jacksonville memphis miami milwaukee minneapolis nashville orlando philadelphia phoenix pittsburgh portland sacramento seattle tampa tucson tulsa vegas`.split(
    ' ',
  ),
)

/** Makes and models that people ask for, whether or not one is on sale. */
export const CAR_NAMES: ReadonlySet<string> = new Set(
  `audi bmw bronco camry chevrolet chevy civic corolla dodge ford gmc honda hyundai jeep kia lexus mazda mercedes mustang nissan porsche silverado subaru tacoma tesla toyota volkswagen vw wrangler`.split(
    ' ',
  ),
)
