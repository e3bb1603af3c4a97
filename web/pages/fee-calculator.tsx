import { t, translated } from '#web/platform/language/text.ts'
import { useState } from 'react'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { type Cost, costOf } from '#contract/invoices/costs.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { typedNumber } from '../platform/forms/typed-number.ts'
import { formatExactMoney, formatShare } from '../platform/money.ts'
import { Field, Input } from '../ui/field.tsx'
import { Table } from '../ui/table.tsx'

/** The most whole units that the calculator takes; more than any lot here is worth. */
const WHOLE_MAX = 100_000_000

/** The total cost of a hammer price, by the same calculation as the invoice. */
export function FeeCalculator() {
  const terms = useCompanyTerms()
  const [text, setText] = useState('10000')
  if (terms === undefined) return null
  const { currency } = terms
  const unit = minorUnits(currency)
  const amount = typedNumber(text, unit)
  const isAmount = amount <= WHOLE_MAX * unit
  const hammer = isAmount ? amount : null
  return (
    <div className="mt-6 rounded-md bg-fog p-4 sm:p-6">
      <div className="max-w-[16rem]">
        <Field label={t`Hammer price in ${currency}`} error={isAmount ? undefined : t`Enter an amount, such as 10000.`}>
          <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
      {hammer === null ? null : <CostTable cost={costOf(hammer, terms)} terms={terms} />}
    </div>
  )
}

function CostTable({ cost, terms }: { cost: Cost; terms: CompanyTerms }) {
  const { currency, taxLabel } = terms
  const taxes = cost.taxes.map(({ basisPoints, tax }) => ({
    label: `${translated(taxLabel)} (${formatShare(basisPoints)})`,
    amount: tax,
  }))
  const lines = [...cost.lines, ...taxes]
  return (
    <div className="mt-4" aria-live="polite">
      <Table caption={t`Total cost`} dense>
        <tbody>
          {lines.map((line) => (
            <tr key={line.label}>
              <th scope="row" className="border-t border-line font-normal">
                {translated(line.label)}
              </th>
              <td className="text-right">{formatExactMoney(line.amount, currency)}</td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className="border-t border-line">
              {t`Total`}
            </th>
            <td className="text-right">{formatExactMoney(cost.total, currency)}</td>
          </tr>
        </tbody>
      </Table>
    </div>
  )
}
