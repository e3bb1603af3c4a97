import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { TermsArticle } from './article.tsx'
import { biddingGuide } from './content/guide.ts'
import { FeeCalculator } from './fee-calculator.tsx'
import { IncrementTable } from './increment-table.tsx'

export default function BiddingGuideScreen() {
  return (
    <TermsArticle
      title="Bidding guide"
      lead="The rules of every lot, in full, with the increments and fees as they are today."
      copy={biddingGuide}
      contents
      after={{
        'next-bid': <IncrementTable />,
        'auto-bid': (
          <p className="mt-3">
            <Link href={paths.autobid} className="text-notice underline underline-offset-4">
              Try it in the simulator
            </Link>
          </p>
        ),
        cost: <FeeCalculator />,
      }}
    />
  )
}
