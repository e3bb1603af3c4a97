import { TermsArticle } from './article.tsx'
import { privacyPolicy } from './content/privacy.ts'

export default function PrivacyScreen() {
  return <TermsArticle title="Privacy" copy={privacyPolicy} contents />
}
