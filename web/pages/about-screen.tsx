import { ArticlePage } from './article.tsx'

export default function AboutScreen() {
  return <ArticlePage name="about" title="About us" band="yard" />
}
