import * as z from 'zod/mini'
import { oneLine } from './values.ts'

/** Facts of which a code is kept and, where they say more, the seller's own words beside it. */
export const STATED_FIELDS = [
  'body',
  'titleBrand',
  'damagePrimary',
  'damageSecondary',
  'runState',
  'keys',
  'gearbox',
  'drive',
  'fuel',
  'colour',
  'sellerKind',
] as const
export type StatedField = (typeof STATED_FIELDS)[number]

const Own = z.optional(z.string().check(z.maxLength(120), oneLine))

export const Stated = z.object({
  body: Own,
  titleBrand: Own,
  damagePrimary: Own,
  damageSecondary: Own,
  runState: Own,
  keys: Own,
  gearbox: Own,
  drive: Own,
  fuel: Own,
  colour: Own,
  sellerKind: Own,
} satisfies Record<StatedField, typeof Own>)
export type Stated = z.infer<typeof Stated>
