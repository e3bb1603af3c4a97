import * as z from 'zod/mini'
import { Amount, BasisPoints } from '../platform/values.ts'

/** What a seller pays us, in minor units of the auction's currency. */
export const Commission = z.object({
  /** Each band's rate applies to the part of the hammer price within that band, as the buyer's premium. */
  bands: z.array(z.object({ from: Amount, basisPoints: BasisPoints })).check(z.maxLength(10)),
  /** On top of the bands, for each lot sold. */
  flat: Amount,
  /** The least commission for a lot sold, never more than its hammer price. */
  minimum: Amount,
  /** For a lot that ended without a sale. */
  noSaleFee: Amount,
  /** For a vehicle that is offered again. */
  relistFee: Amount,
  /** Tax on the commission and the fees. */
  taxBasisPoints: BasisPoints,
})
export type Commission = z.infer<typeof Commission>

export const NO_COMMISSION: Commission = {
  bands: [],
  flat: 0,
  minimum: 0,
  noSaleFee: 0,
  relistFee: 0,
  taxBasisPoints: 0,
}

/** What is wrong with a scheme that its shape allows, by field. */
export function faultsOfCommission({ bands }: Commission): { field: string; message: string }[] {
  return bands.flatMap(({ from }, index) => {
    const field = `bands.${index}.from`
    if (index === 0) return from === 0 ? [] : [{ field, message: 'The first band must start from 0.' }]
    return from > bands[index - 1]!.from ? [] : [{ field, message: 'Start above the band before.' }]
  })
}
