import { ArticlePage } from './article.tsx'

export default function TermsScreen() {
  return <ArticlePage name="terms" title="Terms" band="inspection" />
}
