import { listAllInvoices } from '#contract/invoices/admin-invoices.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { InvoiceState } from '../invoice-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { listAuctions } from '#contract/auctions/auctions.ts'
import { call } from '#web/platform/request.ts'
import { formatDay } from '#web/platform/time.ts'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** All invoices. Search, filters, sort order and page are in the URL. */
export default function AdminInvoices() {
  return (
    <AdminListScreen
      list={listAllInvoices}
      title={t`Invoices`}
      count={(total) => plural(total, { one: '# invoice', other: '# invoices' })}
      empty={{ title: t`No invoices yet`, text: t`We issue one automatically when a lot is sold.` }}
      above={() => (
        <div className="mt-4 max-w-[24rem]">
          <ChooseSettlement />
        </div>
      )}
      sums={({ sums }) => (sums.length === 0 ? null : `: ${sums.map(sumWords).join('; ')}`)}
      href={({ id }) => paths.adminPage(`invoices/${id}`)}
      cells={{ state: ({ state }) => <InvoiceState state={state} /> }}
    />
  )
}

type Sum = { currency: string; total: number; credited: number; paid: number; owed: number }

function sumWords({ currency, total, credited, paid, owed }: Sum): string {
  const money = (amount: number) => formatExactMoney(amount, currency)
  return t`${money(total)} invoiced, ${money(credited)} credited, ${money(paid)} paid, ${money(owed)} owed`
}

/** Opens the settlement of an auction. */
function ChooseSettlement() {
  const [, go] = useLocation()
  const { data } = useQuery({
    queryKey: ['/api/auctions', 'settlement'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
  })
  const sales = (data?.items ?? []).filter(({ state }) => state !== 'scheduled')
  if (sales.length === 0) return null
  return (
    <Field label={t`Auction settlement`}>
      <Select value="" onChange={(event) => go(paths.adminPage(`settlements/${event.target.value}`))}>
        <option value="">{t`Choose an auction`}</option>
        <Options of={sales.map((sale) => [sale.id, `${sale.title}, ${formatDay(sale.startsAt)}`])} />
      </Select>
    </Field>
  )
}
