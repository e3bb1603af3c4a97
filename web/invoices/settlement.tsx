import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { InvoiceState, isOpen } from './invoice-state.tsx'
import { payWords } from './invoice-words.ts'
import { Pickup } from './pickup.tsx'
import { useInvoice, useInvoicesOfLots, useLiveInvoices } from './use-invoices.ts'

/** What is left to do for a lot the person won: wait for its invoice, pay by a day, then pick it up. `lotIds`: of a list of such lots, read in one request. */
export function Settlement({ lotId, lotIds = [lotId] }: { lotId: string; lotIds?: readonly string[] }) {
  const { data } = useInvoicesOfLots(lotIds)
  useLiveInvoices()
  if (data === undefined) return null
  const own = data.items.filter((invoice) => invoice.lotId === lotId)
  const sale = own.find(({ kind }) => kind === 'sale')
  const due = sale !== undefined && isOpen(sale) ? sale : own.find(isOpen)
  if (due !== undefined) return <ToPay invoice={due} />
  if (sale === undefined) return <p className="text-sm">{t`Your invoice is on its way.`}</p>
  return sale.state === 'paid' ? <ToPickUp invoice={sale} /> : <InvoiceState state={sale.state} />
}

function ToPay({ invoice }: { invoice: Invoice }) {
  return (
    <div className="flex flex-col gap-2">
      <Button asChild variant="outline">
        <Link href={paths.invoice(invoice.id)}>{payWords(invoice)}</Link>
      </Button>
      <p className="flex flex-wrap gap-x-2 text-sm">
        <InvoiceState state={invoice.state} />
        <span>{dueWords(invoice)}</span>
      </p>
    </div>
  )
}

/** Goes on after the word of the state. */
function dueWords({ state, dueOn }: Invoice): string {
  if (state === 'overdue') return t`since ${formatDate(dueOn)}`
  return state === 'issued' ? formatDate(dueOn) : t`due ${formatDate(dueOn)}`
}

function ToPickUp({ invoice }: { invoice: Invoice }) {
  const { data } = useInvoice(invoice.id)
  return (
    <div className="text-sm">
      <InvoiceState state="paid" />
      <div className="min-h-6">{data === undefined ? null : <Pickup detail={data} />}</div>
      <Link href={paths.invoice(invoice.id)} className="inline-flex min-h-11 items-center text-link">
        {t`View invoice`}
      </Link>
    </div>
  )
}
