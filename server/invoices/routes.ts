import type { FastifyInstance } from 'fastify'
import { balanceRows, type BalanceRow } from '#contract/invoices/invoice-balance.ts'
import { changeTaxId, readBilling } from '#contract/invoices/billing.ts'
import {
  askCreditBack as askEndpoint,
  linkCreditNote,
  linkInvoice,
  linkSample,
  listInvoices,
  openDocument,
  readInvoice,
  readSample,
  type Document,
} from '#contract/invoices/invoices.ts'
import { lotIdsIn } from '#server/bidding/reads/lot-ids.ts'
import { askCreditBack } from '#server/payments/transfer/ask-credit-back.ts'
import { readCredit } from '#server/payments/transfer/use-credit.ts'
import type { App } from '#server/platform/app.ts'
import { languageOf } from '#server/platform/language/account-language.ts'
import { brandPicture } from '#server/platform/brand-picture.ts'
import { notFound, rateLimited } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { checkLink } from '#server/platform/signed-link.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { setTaxId } from './billing-store.ts'
import { buyerOf } from './issue/buyer.ts'
import { creditNoteOf } from './credit/credit-store.ts'
import { linkTo, pathOf, SAMPLE, type DocumentName } from './documents/document-link.ts'
import { documentFileName, documentPdf } from './documents/document-pdf.ts'
import { detailOf, presentInvoice } from './present.ts'
import { sampleInvoice } from './documents/sample.ts'
import { invoiceOf, invoicesOf, openInvoicesOf, owedBy } from './store.ts'

const PAGE = 25
/** The rate at which one link may render PDFs: ten immediately, then one every two seconds. */
const OPENINGS = { burst: 10, perSecond: 0.5 }

export function invoiceRoutes(http: FastifyInstance, app: App): void {
  serve(http, listInvoices, async ({ query, person }) => {
    const now = app.now()
    const lotIds = query.lots === undefined ? null : lotIdsIn(query.lots)
    const part = { before: query.cursor ?? null, lotIds, limit: lotIds === null ? PAGE : null }
    const isOpen = query.open !== undefined
    const rows = await (isOpen ? openInvoicesOf(app.db, person.id, PAGE) : invoicesOf(app.db, person.id, part))
    const owed = await owedBy(app.db, person.id, now)
    return {
      items: rows.map((row) => presentInvoice(row, now)),
      next: !isOpen && rows.length === part.limit ? rows.at(-1)!.id : null,
      owed: owed.map(({ next_due_at: nextDueAt, next_due_on: nextDueOn, ...sums }) => ({
        ...sums,
        nextDueAt,
        nextDueOn,
      })),
      credit: await readCredit(app.db, person.id),
    }
  })

  serve(http, askEndpoint, ({ person }) => askCreditBack(app, person.id))

  serve(http, readSample, async () => sampleInvoice(await readCompanyTerms(app), app.now()))

  serve(http, readInvoice, async ({ params, person }) => {
    const row = await invoiceOf(app.db, params.invoiceId, person.id)
    if (row === null) throw notFound('this invoice')
    return detailOf(app.db, row, app.now())
  })

  const billing = async (accountId: string) => ({ buyer: await buyerOf(app.db, accountId) })

  serve(http, readBilling, ({ person }) => billing(person.id))

  serve(http, changeTaxId, async ({ body, person }) => {
    await setTaxId(app.db, person.id, body.taxId)
    return billing(person.id)
  })
}

/** Links to PDFs, and what they open. */
export function documentRoutes(http: FastifyInstance, app: App): void {
  const throttle = sharedThrottle(app, 'document', OPENINGS)

  serve(http, linkSample, () => linkTo(app, SAMPLE))

  serve(http, linkInvoice, async ({ params, person }) => {
    const row = await invoiceOf(app.db, params.invoiceId, person.id)
    if (row === null) throw notFound('this invoice')
    return linkTo(app, { kind: 'invoice', documentId: row.id })
  })

  serve(http, linkCreditNote, async ({ params, person }) => {
    const row = await creditNoteOf(app.db, params.creditNoteId, person.id)
    if (row === null) throw notFound('this credit note')
    return linkTo(app, { kind: 'credit-note', documentId: row.id })
  })

  serve(http, openDocument, async ({ params, query, reply }) => {
    checkLink(app, pathOf(params), query)
    const named = await documentNamed(app, params)
    if (named === null) throw notFound('this document')
    if (!(await throttle.take(query.signature))) throw rateLimited(2)
    const { document, balance, accountId } = named
    const [logo, language] = await Promise.all([
      brandPicture(app.db, document.seller.logo),
      languageOf(app.db, accountId),
    ])
    const file = await documentPdf(document, `${app.config.publicUrl}/invoices`, balance, { logo, language })
    return sendFile(reply, documentFileName(document), 'application/pdf', file)
  })
}

async function documentNamed(
  app: App,
  { kind, documentId }: DocumentName,
): Promise<{ document: Document; balance: BalanceRow[]; accountId: string | null } | null> {
  if (kind === 'sample') {
    return { document: sampleInvoice(await readCompanyTerms(app), app.now()).document, balance: [], accountId: null }
  }
  if (kind === 'invoice') {
    const invoice = await invoiceOf(app.db, documentId, null)
    return invoice === null
      ? null
      : {
          document: invoice.document,
          balance: balanceRows(presentInvoice(invoice, app.now())),
          accountId: invoice.account_id,
        }
  }
  const note = await creditNoteOf(app.db, documentId, null)
  return note === null ? null : { document: note.document, balance: [], accountId: note.account_id }
}
