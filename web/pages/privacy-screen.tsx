import { t } from '#web/platform/language/text.ts'
import { ArticlePage } from './article-page.tsx'

export default function PrivacyScreen() {
  return <ArticlePage name="privacy" title={t`Privacy`} />
}
