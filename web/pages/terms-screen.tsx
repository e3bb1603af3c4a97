import { t } from '#web/platform/language/text.ts'
import { ArticlePage } from './article-page.tsx'

export default function TermsScreen() {
  return <ArticlePage name="terms" title={t`Terms`} />
}
