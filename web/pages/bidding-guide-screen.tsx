import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { TermsArticle } from './article.tsx'
import { biddingGuide } from './content/guide.ts'
import { FeeCalculator } from './fee-calculator.tsx'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { formatMoney } from '../platform/money.ts'
import { Table } from '../ui/table.tsx'

export default function BiddingGuideScreen() {
  return (
    <TermsArticle
      title="Bidding guide"
      lead="The rules for every lot, with today’s increments and fees."
      copy={biddingGuide}
      contents
      after={{
        'next-bid': <IncrementTable />,
        'auto-bid': (
          <p className="mt-3">
            <Link href={paths.autobid} className="text-notice underline underline-offset-4">
              Try the simulator
            </Link>
          </p>
        ),
        cost: <FeeCalculator />,
      }}
    />
  )
}

/** The bid increments, from the app's settings. */
function IncrementTable() {
  const terms = useCompanyTerms()
  if (terms === undefined) return null
  const { increments, currency } = terms
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
          {increments.map(([from, step], index) => {
            const next = increments[index + 1]
            return (
              <tr key={from}>
                <td>
                  {next === undefined
                    ? `${formatMoney(from, currency)} and up`
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
