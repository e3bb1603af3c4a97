import { t } from '#web/platform/language/text.ts'
import { ArticlePage } from './article-page.tsx'

export default function AboutScreen() {
  return <ArticlePage name="about" title={t`About us`} />
}
