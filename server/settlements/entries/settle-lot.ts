import type { Kysely } from 'kysely'
import { recordTransfer } from '#server/payments/money-ledger.ts'
import { sharesOf, type Share } from './commission.ts'
import { bookedFor, insertEntries, lockConsignedLot } from './entry-store.ts'

/** The account in the money ledger for what we owe a seller. */
export function sellerAccount(sellerId: string): string {
  return `seller:${sellerId}`
}

/**
 * Books what a lot's result means for its seller: the difference between what follows from its invoices, credit notes and outcome, and
 * what is booked already. So it may run at any time, in any order and repeatedly, and a sale that is undone reverses itself.
 */
export async function settleLot(trx: Kysely<object>, lotId: string): Promise<void> {
  const lot = await lockConsignedLot(trx, lotId)
  if (lot === undefined) return
  const booked = await bookedFor(trx, lotId)
  const open = sharesOf(lot, lot.commission)
    .map((share) => lessBooked(share, booked))
    .filter(({ amount, tax }) => amount !== 0 || tax !== 0)
  if (open.length === 0) return
  await insertEntries(trx, lotId, lot, open)
  const sum = (of: (share: Share) => number) => open.reduce((total, share) => total + of(share), 0)
  await recordTransfer(trx, {
    memo: `Settlement of lot ${lot.lot_number} with its seller`,
    currency: lot.currency,
    // The invoice owes the hammer price to sellers in general; from here on this seller has it, less what we earn.
    entries: [
      { account: sellerAccount(lot.seller_id), amount: -sum(({ amount, tax }) => amount + tax) },
      { account: 'owed:sellers', amount: sum(({ kind, amount }) => (kind === 'hammer' ? amount : 0)) },
      { account: 'income:commission', amount: sum(({ kind, amount }) => (kind === 'hammer' ? 0 : amount)) },
      { account: 'owed:tax', amount: sum(({ tax }) => tax) },
    ],
  })
}

function lessBooked({ kind, amount, tax }: Share, booked: readonly Share[]): Share {
  const before = booked.find((share) => share.kind === kind)
  return { kind, amount: amount - (before?.amount ?? 0), tax: tax - (before?.tax ?? 0) }
}
