import { TermsArticle } from './article.tsx'
import { termsOfUse } from './content/terms.ts'

export default function TermsScreen() {
  return <TermsArticle title="Terms" copy={termsOfUse} contents />
}
