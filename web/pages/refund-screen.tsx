import { ArticlePage } from './article.tsx'

export default function RefundScreen() {
  return <ArticlePage name="refund" title="Refunds" band="row" />
}
