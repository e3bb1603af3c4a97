import { Link } from 'wouter'
import type { HouseTerms } from '#contract/auctions.ts'
import { costOf } from '#contract/costs.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { minorUnits } from '#web/platform/money.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InvoiceTable } from './invoice-table.tsx'

/** Whole currency units. */
const SAMPLE_HAMMER = 8400

/** What an invoice looks like, computed by the same rules and fees as a real one. */
export default function InvoiceDemoScreen() {
  const terms = useHouseTerms()
  return (
    <Page title="Sample invoice" width="prose">
      <Notice tone="info" title="A sample: nobody owes this">
        The car and the buyer are made up. Fees and tax are today’s terms of the house, worked out as on a real invoice.
      </Notice>
      {terms === undefined ? <Skeleton className="mt-8 h-96" /> : <Sample terms={terms} />}
      <p className="mt-8">
        Real ones are under{' '}
        <Link href={paths.invoices} className="text-notice underline underline-offset-4">
          Invoices
        </Link>
        ; you have {terms === undefined ? 'a few' : terms.paymentDays} business days to pay.
      </p>
    </Page>
  )
}

function Sample({ terms }: { terms: HouseTerms }) {
  const cost = costOf(SAMPLE_HAMMER * minorUnits(terms.currency), terms)
  const figures = {
    currency: terms.currency,
    lines: cost.lines.map((line) => ({ ...line, taxBasisPoints: terms.taxBasisPoints })),
    net: cost.net,
    tax: cost.tax,
    total: cost.total,
  }
  return (
    <article aria-label="Sample invoice" className="mt-8 rounded-md border border-line p-4 text-sm sm:p-8">
      <header className="flex flex-wrap justify-between gap-6">
        <div>
          <p className="wide text-lg font-bold">{terms.houseName}</p>
          <p className="whitespace-pre-line text-slate">{terms.contact.address}</p>
          <p className="text-slate">{terms.contact.email}</p>
        </div>
        <dl className="grid grid-cols-[auto_auto] content-start gap-x-4">
          <dt className="text-slate">Invoice</dt>
          <dd className="font-semibold">SAMPLE-0001</dd>
          <dt className="text-slate">Buyer</dt>
          <dd>Sample Buyer, paddle 100</dd>
          <dt className="text-slate">Payable within</dt>
          <dd>{terms.paymentDays} business days</dd>
        </dl>
      </header>
      <p className="mt-8 mb-4 flex items-center gap-3 font-semibold">
        <Plate number={100} /> 2010 Kiri Urban
      </p>
      <InvoiceTable caption="Sample invoice" figures={figures} taxLabel={terms.taxLabel} />
    </article>
  )
}
