import type { Kysely } from 'kysely'
import { costOf } from '#contract/costs.ts'
import type { House } from '#server/platform/house.ts'
import { costsOfLot } from '#server/lots/cost-terms.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import type { Moment } from '../clock.ts'
import { issue } from './issue.ts'
import { lockSeries } from '../settings/number-store.ts'
import { promiseNotes } from '../papers/paper.ts'
import { promisedBy } from '../promised.ts'
import { saleInvoiceOfLot, soldLot } from '../store.ts'

/** What bidding tells of a sold lot; `hammer` in minor units, `at` in ms. */
export type LotSold = { lotId: string; accountId: string | null; hammer: number | null; at: number }

/**
 * Issues the invoice of a sold lot in the outbox's transaction: exactly once a lot, however often it is told, and also where it was
 * cancelled since (another one is then somebody's decision and no repeated message). Its costs are those that were fixed when the lot was
 * published, which every preview showed, whatever the settings say since. From then on what the invoice
 * says counts against the buyer's limit, which is the total that the bid has committed.
 */
export async function issueInvoice(
  house: House,
  trx: Kysely<object>,
  sold: LotSold,
  moment: Moment = null,
): Promise<void> {
  const { lotId, accountId, hammer, at } = sold
  if (accountId === null || hammer === null) throw new Error(`lot ${lotId} was sold to nobody`)
  const lot = await soldLot(trx, lotId)
  if (lot === null) throw new Error(`lot ${lotId} was sold and is not there`)
  const terms = { ...(await readHouseTerms(house, trx)), ...(await costsOfLot(house, trx, lotId)) }
  const promised = promisedBy(terms, at)
  const issuedAt = await lockSeries(trx, 'invoice', moment)
  if ((await saleInvoiceOfLot(trx, lotId)) !== null) return
  await issue(house, trx, terms, {
    kind: 'sale',
    about: null,
    accountId,
    lotId,
    lotNumber: lot.lot_number,
    vin: lot.vin,
    title: lot.title,
    currency: lot.currency,
    lines: costOf(hammer, terms).lines,
    suppliedAt: at,
    issuedAt,
    notes: promiseNotes(promised, lot.currency, terms),
    promised,
  })
}
