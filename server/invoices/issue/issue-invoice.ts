import type { Kysely } from 'kysely'
import { costOf } from '#contract/invoices/costs.ts'
import type { App } from '#server/platform/app.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { costsOfLot } from '#server/lots/cost-terms.ts'
import { lockCredit } from '#server/payments/transfer/use-credit.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import type { Moment } from '../clock.ts'
import { issue } from './issue.ts'
import { lockSeries } from '../settings/number-store.ts'
import { promiseNotes } from '../documents/document.ts'
import { promisedBy } from '../promised.ts'
import { saleInvoiceOfLot, soldLot } from '../store.ts'

/**
 * Issues the invoice of a sold lot in the outbox's transaction: exactly once per lot, even if the message repeats or the invoice has
 * been canceled since (a new one is then a person's decision). Uses the costs that were fixed when the lot was published, which every
 * preview showed, whatever the settings say now. From then on the invoice counts against the buyer's limit; its total is the amount that
 * the bid committed.
 */
export async function issueInvoice(
  app: App,
  trx: Kysely<object>,
  sold: Pick<Topics['lot-sold'], 'lotId' | 'accountId' | 'hammer' | 'at'>,
  moment: Moment = null,
): Promise<void> {
  const { lotId, accountId, hammer, at } = sold
  if (accountId === null || hammer === null) throw new Error(`lot ${lotId} was sold to nobody`)
  const lot = await soldLot(trx, lotId)
  if (lot === null) throw new Error(`lot ${lotId} was sold and is not there`)
  const terms = { ...(await readCompanyTerms(app, trx)), ...(await costsOfLot(app, trx, lotId)) }
  const promised = promisedBy(terms, at)
  await lockCredit(trx, accountId)
  const issuedAt = await lockSeries(trx, 'invoice', moment)
  if ((await saleInvoiceOfLot(trx, lotId)) !== null) return
  await issue(app, trx, terms, {
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
