import { t } from '#web/platform/language/text.ts'
import { ArticlePage } from './article-page.tsx'

export default function RefundScreen() {
  return <ArticlePage name="refund" title={t`Refunds`} />
}
