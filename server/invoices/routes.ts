import type { FastifyInstance } from 'fastify'
import { balanceRows, type BalanceRow } from '#contract/invoice-balance.ts'
import {
  askCreditBack as askEndpoint,
  changeTaxId,
  linkCreditNote,
  linkInvoice,
  linkSample,
  listInvoices,
  openPaper,
  readBilling,
  readInvoice,
  readSample,
  type Paper,
} from '#contract/invoices.ts'
import { askCreditBack, readCredit } from '#server/membership/transfer/use-credit.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, rateLimited } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { checkLink } from '#server/platform/signed-link.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { setTaxId } from './billing-store.ts'
import { buyerOf } from './issue/buyer.ts'
import { creditNoteOf } from './credit/credit-store.ts'
import { linkTo, pathOf, SAMPLE, type PaperName } from './papers/paper-link.ts'
import { paperFileName, paperPdf } from './papers/paper-pdf.ts'
import { detailOf, presentInvoice } from './present.ts'
import { sampleInvoice } from './papers/sample.ts'
import { invoiceOf, invoicesOf, owedBy } from './store.ts'

const PAGE = 25
/** PDFs that are made for one link: some at once, then one every two seconds. */
const OPENINGS = { burst: 10, perSecond: 0.5 }

export function invoiceRoutes(app: FastifyInstance, house: House): void {
  serve(app, listInvoices, async ({ query, person }) => {
    const now = house.now()
    const rows = await invoicesOf(house.db, person.id, query.cursor ?? null, PAGE)
    const owed = await owedBy(house.db, person.id, now)
    return {
      items: rows.map((row) => presentInvoice(row, now)),
      next: rows.length === PAGE ? rows.at(-1)!.id : null,
      owed: owed.map(({ next_due_at: nextDueAt, next_due_on: nextDueOn, ...sums }) => ({
        ...sums,
        nextDueAt,
        nextDueOn,
      })),
      credit: await readCredit(house.db, person.id),
    }
  })

  serve(app, askEndpoint, ({ person }) => askCreditBack(house, person.id))

  serve(app, readSample, async () => sampleInvoice(await readHouseTerms(house), house.now()))

  serve(app, readInvoice, async ({ params, person }) => {
    const row = await invoiceOf(house.db, params.invoiceId, person.id)
    if (row === null) throw notFound('this invoice')
    return detailOf(house.db, row, house.now())
  })

  const billing = async (accountId: string) => ({ buyer: await buyerOf(house.db, accountId) })

  serve(app, readBilling, ({ person }) => billing(person.id))

  serve(app, changeTaxId, async ({ body, person }) => {
    await setTaxId(house.db, person.id, body.taxId)
    return billing(person.id)
  })
}

/** Links to PDFs, and what they open. */
export function paperRoutes(app: FastifyInstance, house: House): void {
  const throttle = sharedThrottle(house, 'paper', OPENINGS)

  serve(app, linkSample, () => linkTo(house, SAMPLE))

  serve(app, linkInvoice, async ({ params, person }) => {
    const row = await invoiceOf(house.db, params.invoiceId, person.id)
    if (row === null) throw notFound('this invoice')
    return linkTo(house, { kind: 'invoice', paperId: row.id })
  })

  serve(app, linkCreditNote, async ({ params, person }) => {
    const row = await creditNoteOf(house.db, params.creditNoteId, person.id)
    if (row === null) throw notFound('this credit note')
    return linkTo(house, { kind: 'credit-note', paperId: row.id })
  })

  serve(app, openPaper, async ({ params, query, reply }) => {
    checkLink(house, pathOf(params), query)
    const named = await paperNamed(house, params)
    if (named === null) throw notFound('this paper')
    if (!(await throttle.take(query.signature))) throw rateLimited(2)
    const { paper, balance } = named
    const file = await paperPdf(paper, `${house.config.publicUrl}/invoices`, balance)
    await reply
      .header('content-disposition', `attachment; filename="${paperFileName(paper)}"`)
      .type('application/pdf')
      .send(file)
    return null
  })
}

async function paperNamed(
  house: House,
  { kind, paperId }: PaperName,
): Promise<{ paper: Paper; balance: BalanceRow[] } | null> {
  if (kind === 'sample') {
    return { paper: sampleInvoice(await readHouseTerms(house), house.now()).paper, balance: [] }
  }
  if (kind === 'invoice') {
    const invoice = await invoiceOf(house.db, paperId, null)
    return invoice === null
      ? null
      : { paper: invoice.paper, balance: balanceRows(presentInvoice(invoice, house.now())) }
  }
  const note = await creditNoteOf(house.db, paperId, null)
  return note === null ? null : { paper: note.paper, balance: [] }
}
