import { TermsArticle } from './article.tsx'
import { refundPolicy } from './content/refund.ts'

export default function RefundScreen() {
  return <TermsArticle title="Refunds" copy={refundPolicy} />
}
