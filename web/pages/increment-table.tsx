import { useHouseTerms } from '../platform/house-terms.ts'
import { formatMoney } from '../platform/money.ts'
import { Table } from '../ui/table.tsx'

/** The increment ladder of the house, from its settings. */
export function IncrementTable() {
  const terms = useHouseTerms()
  if (terms === undefined) return null
  const { ladder, currency } = terms
  return (
    <div className="mt-4 max-w-[28rem]">
      <Table caption="Increments by price" dense>
        <thead>
          <tr>
            <th scope="col">Price</th>
            <th scope="col" className="text-right!">
              Increment
            </th>
          </tr>
        </thead>
        <tbody>
          {ladder.map(([from, step], index) => {
            const next = ladder[index + 1]
            return (
              <tr key={from}>
                <td>
                  {next === undefined
                    ? `${formatMoney(from, currency)} and more`
                    : `${formatMoney(from, currency)} to under ${formatMoney(next[0], currency)}`}
                </td>
                <td className="text-right">{formatMoney(step, currency)}</td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}
