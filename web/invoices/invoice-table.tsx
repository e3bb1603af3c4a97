import { t, translated } from '#web/platform/language/text.ts'
import { type Balance, balanceRows } from '#contract/invoices/invoice-balance.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { formatExactMoney, formatShare } from '#web/platform/money.ts'
import { Heads, Table } from '#web/ui/table.tsx'

/** The data for an invoice's table; a credit note and a sample have it as well. Amounts in minor units. */
export type InvoiceFigures = Pick<Invoice, 'currency' | 'taxLabel' | 'lines' | 'taxes' | 'net' | 'tax' | 'total'>

/** Lines with their tax, and the totals by rate. */
export function InvoiceTable({
  caption,
  figures,
  totalLabel = t`Total`,
  balance,
}: {
  caption: string
  figures: InvoiceFigures
  totalLabel?: string
  /** How much of the total is paid; only an invoice has it. */
  balance?: Balance | undefined
}) {
  const { currency } = figures
  const taxLabel = translated(figures.taxLabel)
  const money = (amount: number) => formatExactMoney(amount, currency)
  const sums: [string, number][] = [
    [t`Net`, figures.net],
    ...figures.taxes.map(({ basisPoints, net, tax }): [string, number] => [
      t`${taxLabel} ${formatShare(basisPoints)} on ${money(net)}`,
      tax,
    ]),
  ]
  return (
    <Table caption={caption}>
      <Heads of={[t`Item`, { right: t`Net` }]} />
      <tbody>
        {figures.lines.map((line) => (
          <tr key={line.label}>
            <td>
              {translated(line.label)}
              <span className="block text-xs text-slate">
                {taxLabel} {formatShare(line.taxBasisPoints)}, {money(line.tax)}
              </span>
            </td>
            <td className="text-right">{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([label, amount]) => (
          <tr key={label}>
            <td className="text-slate">{translated(label)}</td>
            <td className="text-right">{money(amount)}</td>
          </tr>
        ))}
        <tr className="font-semibold">
          <td>{totalLabel}</td>
          <td className="text-right">{money(figures.total)}</td>
        </tr>
        {(balance === undefined ? [] : balanceRows(balance)).map(({ label, amount }) => (
          <tr key={label} className={amount < 0 ? '' : 'font-semibold'}>
            <td>{translated(label)}</td>
            <td className="text-right">
              {amount < 0 ? '−' : ''}
              {money(Math.abs(amount))}
            </td>
          </tr>
        ))}
      </tfoot>
    </Table>
  )
}
