import fc from 'fast-check'

export const FEE = 9900

const a = <K extends string, R extends object>(
  weight: number,
  does: K,
  more: { [N in keyof R]: fc.Arbitrary<R[N]> },
) => ({
  weight,
  arbitrary: fc.record<R>(more).map((rest) => ({ does, ...rest })),
})

const provider = fc.constantFrom('sandbox' as const, 'stripe' as const, 'transfer' as const)
const report = fc.constantFrom('succeeded' as const, 'succeeded' as const, 'failed' as const, 'pending' as const)
const refundReport = fc.constantFrom('succeeded' as const, 'failed' as const, 'sent' as const)
const amount = fc.oneof(fc.constant(FEE), fc.integer({ min: 1, max: 30_000 }))

/** One money operation; its target is an index, modulo the number of candidates. */
export const operation = fc.oneof(
  a(5, 'start', { who: fc.nat(), what: fc.nat(), by: provider }),
  a(8, 'report', { which: fc.nat(), says: report }),
  a(6, 'bank', { which: fc.option(fc.nat()), amount }),
  a(2, 'bank again', { which: fc.nat() }),
  a(2, 'match', { which: fc.nat(), who: fc.nat(), what: fc.nat() }),
  a(3, 'undo match', { which: fc.nat() }),
  a(1, 'take line back', { which: fc.nat() }),
  a(3, 'use credit', { what: fc.nat() }),
  a(1, 'ask credit back', { who: fc.nat() }),
  a(1, 'return', { which: fc.nat() }),
  a(2, 'take back', { who: fc.nat() }),
  a(2, 'refund', { which: fc.nat() }),
  a(4, 'report refund', { which: fc.nat(), says: refundReport }),
)

export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never
