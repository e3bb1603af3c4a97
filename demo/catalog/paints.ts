import type { DemoModel } from './model.ts'

/** Another vehicle of a model, with pictures of its own: what differs from the catalog's. */
export type Paint = Pick<DemoModel, 'folder' | 'year' | 'colour'> & { called?: string; engine?: string }

/** By the folder of the model's first vehicle. */
export const PAINTS: Record<string, Paint[]> = {
  'suv-graphite': [
    { folder: 'suv-white', year: 2011, colour: 'white' },
    { folder: 'suv-copper', year: 2009, colour: 'bronze', called: 'Copper metallic' },
  ],
  'hatchback-red': [
    { folder: 'hatchback-blue', year: 2012, colour: 'blue' },
    { folder: 'hatchback-graphite', year: 2010, colour: 'grey', called: 'Graphite metallic' },
  ],
  'sports-sedan-blue': [
    { folder: 'sports-sedan-graphite', year: 1999, colour: 'grey', called: 'Graphite metallic' },
    { folder: 'sports-sedan-silver', year: 1997, colour: 'silver', called: 'Silver metallic' },
  ],
  'sedan-silver': [
    { folder: 'sedan-burgundy', year: 2004, colour: 'burgundy', called: 'Burgundy metallic' },
    { folder: 'sedan-navy', year: 2002, colour: 'blue', called: 'Navy blue' },
  ],
  'luxury-sedan-black': [
    { folder: 'luxury-sedan-champagne', year: 1999, colour: 'gold', called: 'Champagne metallic' },
    { folder: 'luxury-sedan-green', year: 1997, colour: 'green', called: 'Dark green metallic' },
  ],
  'compact-white': [
    { folder: 'compact-graphite', year: 2011, colour: 'grey', called: 'Graphite metallic' },
    { folder: 'compact-ice-blue', year: 2009, colour: 'blue', called: 'Ice blue' },
  ],
  'van-white': [
    { folder: 'van-tan', year: 1993, colour: 'beige', called: 'Tan' },
    { folder: 'van-navy', year: 1991, colour: 'blue', called: 'Navy blue' },
  ],
  'pickup-blue': [
    { folder: 'pickup-red', year: 1990, colour: 'red' },
    { folder: 'pickup-white', year: 1988, colour: 'white' },
  ],
  'estate-green': [
    { folder: 'estate-beige', year: 1985, colour: 'beige' },
    { folder: 'estate-burgundy', year: 1983, colour: 'burgundy' },
  ],
  'sports-car-silver': [
    { folder: 'sports-car-red', year: 1997, colour: 'red' },
    { folder: 'sports-car-black', year: 1995, colour: 'black' },
  ],
  'muscle-coupe-orange': [
    // From 1972 on the figures are net.
    { folder: 'muscle-coupe-blue', year: 1972, colour: 'blue', engine: '7.5L V8 gasoline, 250 hp' },
    { folder: 'muscle-coupe-green', year: 1970, colour: 'green', engine: '7.5L V8 gasoline, 360 hp gross' },
  ],
  'classic-4x4-sage': [
    { folder: 'classic-4x4-cream', year: 1968, colour: 'beige', called: 'Cream' },
    { folder: 'classic-4x4-dark-blue', year: 1966, colour: 'blue', called: 'Dark blue' },
  ],
}
