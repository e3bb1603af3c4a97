import * as z from 'zod/mini'
import { VOCABULARY } from './vocabulary.ts'

/** Shapes of what may be entered; what is read may be an older word. */
export const Code = {
  body: z.enum(VOCABULARY.body),
  titleBrand: z.enum(VOCABULARY.titleBrand),
  damage: z.enum(VOCABULARY.damage),
  runState: z.enum(VOCABULARY.runState),
  odometerStatus: z.enum(VOCABULARY.odometerStatus),
  keys: z.enum(VOCABULARY.keys),
  drive: z.enum(VOCABULARY.drive),
  fuel: z.enum(VOCABULARY.fuel),
  gearbox: z.enum(VOCABULARY.gearbox),
  colour: z.enum(VOCABULARY.colour),
  sellerKind: z.enum(VOCABULARY.sellerKind),
}
