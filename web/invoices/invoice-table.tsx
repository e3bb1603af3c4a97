import { formatMoney, formatShare } from '#web/platform/money.ts'
import { Table } from '#web/ui/table.tsx'

/** What the table of an invoice needs; a sample has it as well as an invoice. Amounts in minor units. */
export type InvoiceFigures = {
  currency: string
  lines: readonly { label: string; amount: number; taxBasisPoints: number }[]
  net: number
  tax: number
  total: number
}

/** Lines, tax and total. */
export function InvoiceTable({
  caption,
  figures,
  taxLabel,
}: {
  caption: string
  figures: InvoiceFigures
  taxLabel: string
}) {
  const money = (amount: number) => formatMoney(amount, figures.currency, true)
  const sums: [string, number][] = [
    ['Net', figures.net],
    [taxLabel, figures.tax],
  ]
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="text-right">
            {taxLabel}
          </th>
          <th scope="col" className="text-right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.lines.map((line) => (
          <tr key={line.label}>
            <td>{line.label}</td>
            <td className="text-right whitespace-nowrap">{formatShare(line.taxBasisPoints)}</td>
            <td className="text-right">{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([label, amount]) => (
          <tr key={label}>
            <td colSpan={2} className="text-slate">
              {label}
            </td>
            <td className="text-right">{money(amount)}</td>
          </tr>
        ))}
        <tr>
          <td colSpan={2} className="font-semibold">
            Total
          </td>
          <td className="text-right font-semibold">{money(figures.total)}</td>
        </tr>
      </tfoot>
    </Table>
  )
}
