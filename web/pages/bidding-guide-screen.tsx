import { t } from '#web/platform/language/text.ts'
import { ArticlePage } from './article-page.tsx'
import { FeeCalculator } from './fee-calculator.tsx'

export default function BiddingGuideScreen() {
  return <ArticlePage name="bidding-guide" title={t`Bidding guide`} parts={{ 'fee-calculator': <FeeCalculator /> }} />
}
