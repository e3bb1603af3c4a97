import type { Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { StatementDocument } from '#contract/settlements/statements.ts'
import type { StoredAuction } from '#server/auctions/auction.ts'
import { lockAuction } from '#server/auctions/run-list.ts'
import { companyOn } from '#server/invoices/documents/document.ts'
import { nextInstant, nextNumber } from '#server/invoices/settings/next-number.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { forbidden, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { staffListChanged } from '#server/platform/staff-list.ts'
import { sellersOf, type SellerFacts } from '#server/sellers/find-sellers.ts'
import { insertStatement, unsoldLots, unstatedEntries, type EntryRow } from './statement-store.ts'

type LotLine = StatementDocument['lots'][number]
type Sums = StatementDocument['sums']

const NOTHING: Sums = { hammer: 0, commission: 0, fees: 0, tax: 0, net: 0 }

/** Issues a statement for each of these sellers who has something ready; refused if none has. */
export async function issueStatements(
  app: App,
  actorId: string,
  auctionId: string,
  sellerIds: readonly string[],
): Promise<Refusal | null> {
  const issued = await app.db.transaction().execute(async (trx) => {
    // Locks the auction's row to the end of the transaction: two cashiers never put the same lots on two statements.
    const auction = await lockAuction(trx, auctionId)
    if (auction === undefined) throw notFound('this auction')
    const sellers = await sellersOf(trx, sellerIds)
    // Four-eyes rule, as for refunds: no one settles with themselves.
    if ([...sellers.values()].some(({ accountId }) => accountId === actorId))
      throw forbidden('You can’t issue your own statement. Ask a colleague.')
    const terms = await readCompanyTerms(app, trx)
    let count = 0
    for (const seller of sellers.values()) {
      if (await issueOne(app, trx, { terms, auction, seller, actorId })) count += 1
    }
    return count
  })
  if (issued === 0) {
    const message = 'Nothing is ready for a statement: no buyer has paid since the last one. Reload the page.'
    return refuse('nothing-to-state', message)
  }
  staffListChanged(app, 'payouts')
  return null
}

type Issue = { terms: CompanyTerms; auction: StoredAuction; seller: SellerFacts; actorId: string }

/** False: nothing is ready. */
async function issueOne(app: App, trx: Kysely<object>, { terms, auction, seller, actorId }: Issue): Promise<boolean> {
  const entries = await unstatedEntries(trx, seller.id, auction.id)
  const ready = entries.filter((entry) => entry.ready)
  if (ready.length === 0) return false
  const issuedAt = await nextInstant(trx, 'statement')
  const number = await nextNumber(trx, 'statement', issuedAt, terms.timeZone)
  const lots = linesOf(ready)
  const document: StatementDocument = {
    number,
    issuedAt,
    currency: auction.currency,
    timeZone: terms.timeZone,
    taxLabel: terms.taxLabel,
    ...partiesOf(terms, seller),
    auction: { title: auction.title, startsAt: auction.startsAt },
    lots,
    sums: lots.reduce(add, NOTHING),
    unsold: await unsoldLots(trx, seller.id, auction.id),
    waiting: linesOf(entries.filter((entry) => !entry.ready)).map(({ lotNumber, title, hammer }) => ({
      lotNumber,
      title,
      hammer,
    })),
  }
  const { net } = document.sums
  const entryIds = ready.map(({ id }) => id)
  const id = await insertStatement(trx, {
    sellerId: seller.id,
    auctionId: auction.id,
    net,
    document,
    actorId,
    entryIds,
  })
  const after = { number, sellerId: seller.id, auctionId: auction.id, net, currency: auction.currency }
  await audit(trx, { actorId, action: 'issue-statement', subjectKind: 'statement', subjectId: id, after })
  if (seller.accountId !== null) {
    const facts = { number, auction: auction.title, currency: auction.currency, net }
    await notify(app, trx, {
      kind: 'seller-statement',
      accountId: seller.accountId,
      key: `seller-statement:${id}`,
      facts,
    })
  }
  return true
}

function partiesOf(
  terms: CompanyTerms,
  { code, name, address, country, email }: SellerFacts,
): Pick<StatementDocument, 'company' | 'seller'> {
  return {
    company: { ...companyOn(terms), accent: terms.brand.accent },
    seller: { code, name, address, country, email },
  }
}

/** One line per lot, in the order of the entries. */
function linesOf(entries: readonly EntryRow[]): LotLine[] {
  const lines = new Map<string, LotLine>()
  for (const { lot_id: lotId, lot_number: lotNumber, title, kind, amount, tax } of entries) {
    const line = lines.get(lotId) ?? { lotNumber, title, ...NOTHING }
    const name = kind === 'hammer' || kind === 'commission' ? kind : 'fees'
    lines.set(lotId, {
      ...line,
      [name]: line[name] + amount,
      tax: line.tax + tax,
      net: line.net + amount + tax,
    })
  }
  return [...lines.values()]
}

function add(sums: Sums, line: Sums): Sums {
  return {
    hammer: sums.hammer + line.hammer,
    commission: sums.commission + line.commission,
    fees: sums.fees + line.fees,
    tax: sums.tax + line.tax,
    net: sums.net + line.net,
  }
}
