import { TermsArticle } from './article.tsx'
import { about } from './content/about.ts'

export default function AboutScreen() {
  return <TermsArticle title="About us" copy={about} />
}
