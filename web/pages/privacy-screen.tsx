import { ArticlePage } from './article.tsx'

export default function PrivacyScreen() {
  return <ArticlePage name="privacy" title="Privacy" band="yard" />
}
